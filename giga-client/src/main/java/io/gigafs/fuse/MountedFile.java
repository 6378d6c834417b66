package io.gigafs.fuse;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;

/**
 * A file that is open in the mount.
 *
 * @param path what it was opened as
 * @param writes whether the handle writes
 */
record MountedFile(OpenFile file, OpenInode inode, GigaPath path, boolean writes) {}
