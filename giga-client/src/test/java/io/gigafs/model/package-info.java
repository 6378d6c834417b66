/**
 * A reference model of a file system by POSIX and the Linux man pages: one tree, one thread, no
 * cluster. Tests compare clusters with it; it shares no rules with them.
 */
@NullMarked
package io.gigafs.model;

import org.jspecify.annotations.NullMarked;
