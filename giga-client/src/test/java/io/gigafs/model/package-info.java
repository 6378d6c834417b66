/**
 * What a file system does by POSIX and the Linux man pages, as plainly as it can be said: one tree,
 * one thread, no cluster. Clusters are compared with it; it shares no rule with them.
 */
@NullMarked
package io.gigafs.model;

import org.jspecify.annotations.NullMarked;
