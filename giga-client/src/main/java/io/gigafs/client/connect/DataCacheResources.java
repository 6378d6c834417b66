package io.gigafs.client.connect;

import io.gigafs.cache.CacheStore;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.client.data.DataCache;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The resources of a client's cache of file data on volumes. They are passed in, so that tests
 * control the store and threads.
 *
 * @param store of the blocks
 * @param executor puts blocks into the store; may block for as long as that does
 * @param blockBytes the block size
 * @param journal of writes that are not on volumes yet; null for none
 * @param writesBack whether writes are acknowledged once the journal has them
 * @param release run when the client is closed; calls of the store may be in flight then
 */
public record DataCacheResources(
    CacheStore store,
    Executor executor,
    int blockBytes,
    @Nullable WriteJournal journal,
    boolean writesBack,
    Runnable release) {
  /** With the default block size. */
  public DataCacheResources(CacheStore store, Executor executor, Runnable release) {
    this(store, executor, DataCache.BLOCK_BYTES, release);
  }

  /** For a client without writeback. */
  public DataCacheResources(CacheStore store, Executor executor, int blockBytes, Runnable release) {
    this(store, executor, blockBytes, null, false, release);
  }
}
