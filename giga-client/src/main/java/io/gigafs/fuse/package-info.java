/**
 * A cluster mounted as a directory of this machine: the implementation of each system call.
 *
 * <p>The client does the work, and servers check permissions. This package keeps what the kernel
 * refers to by number, handles and open files, and caches what a directory's listing and status
 * need.
 */
@NullMarked
package io.gigafs.fuse;

import org.jspecify.annotations.NullMarked;
