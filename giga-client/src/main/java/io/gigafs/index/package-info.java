/**
 * GIGA+: which partition of a directory holds a name, and how partitions split. Pure arithmetic, no
 * I/O.
 *
 * <p>The words are those of the paper (Patil and Gibson, Scale and Concurrency of GIGA+, FAST
 * 2011).
 */
@NullMarked
package io.gigafs.index;

import org.jspecify.annotations.NullMarked;
