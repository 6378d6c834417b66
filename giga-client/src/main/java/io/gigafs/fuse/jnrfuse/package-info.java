/**
 * How a file system becomes a directory by libfuse 2.9 and jnr-fuse: the second binding.
 *
 * <p>libfuse's high-level API names files by paths, which macFUSE and WinFsp have as well. {@link
 * io.gigafs.fuse.jnrfuse.LibFuseMount} mounts; a path becomes the directory number and name that
 * {@link io.gigafs.fuse.binding.FuseFileSystem} takes in {@link io.gigafs.fuse.jnrfuse.PathWalk}.
 */
@NullMarked
package io.gigafs.fuse.jnrfuse;

import org.jspecify.annotations.NullMarked;
