/**
 * Mounts a file system on this machine: the kernel's FUSE protocol, the threads that serve it,
 * mounting and unmounting.
 *
 * <p>It is independent of clusters. A {@link io.gigafs.fuse.binding.FuseFileSystem} provides the
 * content of the directory; all native code is in this package.
 */
@NullMarked
package io.gigafs.fuse.binding;

import org.jspecify.annotations.NullMarked;
