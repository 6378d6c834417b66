/**
 * Compares two orders of a directory's rows: by the hashes of names, and by names. The preliminary
 * evaluation leaves this question open. The store implements only one of the two layouts, so this
 * package uses its engine directly, with the store's configuration.
 */
@NullMarked
package io.gigafs.bench.compaction;

import org.jspecify.annotations.NullMarked;
