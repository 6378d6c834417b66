/**
 * How a file system becomes a directory of this machine: the kernel's FUSE protocol, the threads
 * that serve it, mounting and unmounting.
 *
 * <p>It knows nothing of clusters. A {@link io.gigafs.fuse.binding.FuseFileSystem} says what is in
 * the directory; everything that is native stays here.
 */
@NullMarked
package io.gigafs.fuse.binding;

import org.jspecify.annotations.NullMarked;
