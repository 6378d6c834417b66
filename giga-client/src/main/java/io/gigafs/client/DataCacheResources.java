package io.gigafs.client;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.client.data.DataCache;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a client caches the data of files on volumes with; handed in, so that tests own store and
 * threads.
 *
 * @param store of the blocks
 * @param executor puts blocks into the store; may block for as long as that does
 * @param blockBytes how long blocks are
 * @param journal of writes that are not on volumes yet; null for none
 * @param writesBack whether writes are done once the journal has them
 * @param release run when the client is closed; calls of the store may be under way then
 */
public record DataCacheResources(
    CacheStore store,
    Executor executor,
    int blockBytes,
    @Nullable WriteJournal journal,
    boolean writesBack,
    Runnable release) {
  /** With blocks of the usual length. */
  public DataCacheResources(CacheStore store, Executor executor, Runnable release) {
    this(store, executor, DataCache.BLOCK_BYTES, release);
  }

  /** Of a client that writes nothing back. */
  public DataCacheResources(CacheStore store, Executor executor, int blockBytes, Runnable release) {
    this(store, executor, blockBytes, null, false, release);
  }
}
