/**
 * How does a cache keep its blocks in a store of somebody else: Redis, Memcached, LevelDB,
 * Couchbase, OpenSearch?
 *
 * <p>{@link io.gigafs.cache.adapter.CacheStores} opens one by its URI. {@code AdaptedStore} turns
 * blocks into values with a checksum under short keys, the same for all; a class for each store
 * carries these by the store's own Java client. The clients are optional dependencies: a program
 * that opens a store has its client on the class path, and others need none of them.
 */
@NullMarked
package io.gigafs.cache.adapter;

import org.jspecify.annotations.NullMarked;
