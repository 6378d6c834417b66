package io.gigafs.server.group;

import io.gigafs.cache.CacheStore;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a server takes part in the cache group with; handed in, so that tests own store and threads.
 *
 * @param secret of the cluster's servers
 * @param store of the blocks that this server holds; null if it holds none
 * @param io looks blocks up, which may wait for the store's disk
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, never compared
public record GroupResources(byte[] secret, @Nullable CacheStore store, Executor io) {}
