/**
 * Blocks in third-party stores: Redis, Memcached, LevelDB, Couchbase, OpenSearch.
 *
 * <p>{@link io.gigafs.cache.adapter.CacheStores} opens a store by its URI. {@code AdaptedStore}
 * turns blocks into values with a checksum under short keys, the same for all stores. A class per
 * store passes these to the store's own Java client. The clients are optional dependencies: a
 * program needs only those of the stores that it opens on its class path.
 */
@NullMarked
package io.gigafs.cache.adapter;

import org.jspecify.annotations.NullMarked;
