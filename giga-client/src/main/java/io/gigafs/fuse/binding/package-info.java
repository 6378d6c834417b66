/**
 * What a mounted file system implements, and what it receives and returns, without any protocol:
 * {@link io.gigafs.fuse.binding.FuseFileSystem}, the inodes that the kernel knows, the calling
 * processes, and native calls. It is independent of clusters.
 */
@NullMarked
package io.gigafs.fuse.binding;

import org.jspecify.annotations.NullMarked;
