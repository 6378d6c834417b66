/**
 * GIGA+: the mapping of names to the partitions of a directory, and the splits of partitions. Pure
 * arithmetic, no I/O.
 *
 * <p>The terms are those of the paper (Patil and Gibson, Scale and Concurrency of GIGA+, FAST
 * 2011).
 */
@NullMarked
package io.gigafs.index;

import org.jspecify.annotations.NullMarked;
