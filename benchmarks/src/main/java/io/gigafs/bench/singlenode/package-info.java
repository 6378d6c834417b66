/**
 * Compares the growth of one directory in the embedded store with the file systems of the same
 * machine: the question of the preliminary evaluation.
 */
@NullMarked
package io.gigafs.bench.singlenode;

import org.jspecify.annotations.NullMarked;
