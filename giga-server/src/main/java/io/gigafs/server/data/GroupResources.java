package io.gigafs.server.data;

import io.gigafs.cache.CacheStore;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Resources of a server's part in the cache group; injected, so that tests control store and
 * threads.
 *
 * @param secret of the cluster's servers
 * @param store of the blocks that this server holds; null if it holds none
 * @param io runs lookups of blocks, which may wait for the store's disk
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record GroupResources(byte[] secret, @Nullable CacheStore store, Executor io) {}
