/**
 * Should the rows of a directory be in the order of their names' hashes, or of the names? The
 * question that the preliminary evaluation leaves open. Uses the store's engine itself, set up as
 * the store sets it up, as only one of the two layouts is the store's.
 */
@NullMarked
package io.gigafs.bench.compaction;

import org.jspecify.annotations.NullMarked;
