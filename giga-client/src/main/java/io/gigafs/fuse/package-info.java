/**
 * A cluster as a directory of this machine: what each system call on a mount does.
 *
 * <p>All is done by the client; servers say who may do what. What is kept here is what the kernel
 * is told by number: handles, and which files are open.
 */
@NullMarked
package io.gigafs.fuse;

import org.jspecify.annotations.NullMarked;
