/**
 * How fast does one directory grow in the embedded store, beside the file systems of the same
 * machine? The question of the preliminary evaluation.
 */
@NullMarked
package io.gigafs.bench.singlenode;

import org.jspecify.annotations.NullMarked;
