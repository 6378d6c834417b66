package io.gigafs.client;

import io.gigafs.index.InodeId;

/**
 * A large file whose bytes any program may read and write on their volume.
 *
 * @param inode of the file
 * @param path of the bytes on machines that have mounted the volume at the path of its URI
 */
public record ExposedFile(InodeId inode, String path) {}
