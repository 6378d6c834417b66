/**
 * Mounts a file system through libfuse 2.9 and jnr-fuse: the second binding.
 *
 * <p>libfuse's high-level API addresses files by path, and macFUSE and WinFsp provide the same API.
 * {@link io.gigafs.fuse.jnrfuse.LibFuseMount} mounts; {@link
 * io.gigafs.fuse.jnrfuse.FusePathResolver} resolves a path to the directory number and name that
 * {@link io.gigafs.fuse.binding.FuseFileSystem} takes.
 */
@NullMarked
package io.gigafs.fuse.jnrfuse;

import org.jspecify.annotations.NullMarked;
