/**
 * A cluster mounted as a directory of this machine: the implementation of each system call.
 *
 * <p>The client does the work, and servers check permissions. This package keeps only what the
 * kernel refers to by number: handles and open files.
 */
@NullMarked
package io.gigafs.fuse;

import org.jspecify.annotations.NullMarked;
