/**
 * One node's metadata store: it keeps the entries of directories and moves ranges of them.
 *
 * <p>The store has no knowledge of networks or other servers. It can be used alone as an embedded
 * library: {@code io.gigafs.tablefs.store.Stores} opens a {@link io.gigafs.tablefs.Store} for
 * programs that lay out directories themselves, {@code io.gigafs.tablefs.embedded.FileTree} offers
 * a whole tree by paths.
 *
 * <p>Calls of the store, on a directory that the caller numbers 7:
 *
 * <pre>{@code
 * byte[] name = "readme".getBytes(UTF_8);
 * EntryKey key = EntryKey.of(7, NameOrder.byHash().position(name), name);
 * try (Store store = Stores.open(StoreSettings.of(path))) {
 *   Batch batch = store.newBatch();
 *   if (batch.getEntry(key) == null) {
 *     batch.putEntry(key, attributes);
 *   }
 *   store.commit(batch);
 * }
 * }</pre>
 */
@NullMarked
package io.gigafs.tablefs;

import org.jspecify.annotations.NullMarked;
