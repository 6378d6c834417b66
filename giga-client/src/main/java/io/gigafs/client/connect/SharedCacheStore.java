package io.gigafs.client.connect;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.client.DataCacheSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of a cache directory, shared by all clients of this process that use the directory:
 * opened for the first, and closed with the last. Safe for use by several threads. Calls after the
 * close, or during its wait, fail.
 */
final class SharedCacheStore implements CacheStore {
  private static final Logger LOG = LoggerFactory.getLogger(SharedCacheStore.class);

  /** The directory of the writeback journal, below the cache's. */
  private static final String JOURNAL = "writeback";

  private static final int MAX_THREADS = 4;
  private static final int KEPT_SECONDS = 5;
  private static final long CLOSE_SECONDS = 30;

  /** The open stores. Guarded by itself. */
  private static final Map<Path, SharedCacheStore> OPEN = new HashMap<>();

  /** Opens the store of a directory. */
  interface Opener {
    CacheStore open(DataCacheSettings settings) throws IOException;
  }

  private final DataCacheSettings settings;
  private final CacheStore store;
  private final ThreadPoolExecutor threads;

  /** Counts of calls that began, and that ended. */
  private final LongAdder begun = new LongAdder();

  private final LongAdder ended = new LongAdder();
  private volatile boolean closing;

  /** Guarded by {@link #OPEN}. */
  private @Nullable WriteJournal journal;

  /** The number of clients. Guarded by {@link #OPEN}. */
  private int users;

  private SharedCacheStore(DataCacheSettings settings, CacheStore store) {
    this.settings = settings;
    this.store = store;
    AtomicInteger count = new AtomicInteger();
    threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            KEPT_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              Thread thread = new Thread(work, "giga-cache-" + count.incrementAndGet());
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Opens the store of a directory for a client, or shares the open one, whatever its size.
   *
   * @throws IOException if it cannot be opened, as when another process uses the directory
   */
  static DataCacheResources open(DataCacheSettings settings, Opener opener) throws IOException {
    synchronized (OPEN) {
      SharedCacheStore shared = OPEN.get(settings.directory());
      if (shared == null) {
        shared = new SharedCacheStore(settings, opener.open(settings));
        OPEN.put(settings.directory(), shared);
      } else if (shared.settings.bytes() != settings.bytes()) {
        LOG.warn(
            "The data cache {} is open with {} bytes; a client that requests {} shares it",
            settings.directory(),
            shared.settings.bytes(),
            settings.bytes());
      }
      shared.users++;
      try {
        shared.openJournal(settings.writebackBytes());
      } catch (IOException | RuntimeException e) {
        shared.release();
        throw e;
      }
      return new DataCacheResources(
          shared,
          shared.threads,
          settings.blockBytes(),
          shared.journal,
          settings.writebackBytes() > 0,
          shared::release);
    }
  }

  /** Opens the journal, even for a client without writeback, if an earlier process left one. */
  private void openJournal(long maxBytes) throws IOException {
    Path directory = settings.directory().resolve(JOURNAL);
    if (journal == null && (maxBytes > 0 || Files.isDirectory(directory))) {
      journal = WriteJournal.open(directory, maxBytes);
    }
  }

  /** A client no longer uses it. */
  private void release() {
    synchronized (OPEN) {
      users--;
      if (users > 0) {
        return;
      }
      closing = true;
      try {
        end();
      } finally {
        OPEN.remove(settings.directory());
      }
    }
  }

  /** Closes the store once no call of it is in flight; a hanging call keeps it open. */
  private void end() {
    threads.shutdown();
    try {
      boolean isIdle = threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
      for (int i = 0; i < CLOSE_SECONDS * 1000 && isInUse(); i++) {
        Thread.sleep(1);
      }
      if (!isIdle || isInUse()) {
        LOG.warn(
            "Calls of the data cache {} hang; it stays open until the process ends",
            settings.directory());
        return;
      }
      WriteJournal writes = journal;
      if (writes != null) {
        writes.close();
      }
      store.close();
    } catch (IOException | RuntimeException e) {
      LOG.warn("Closing data cache {} may lose blocks: {}", settings.directory(), e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads the count of ended calls first: each of these had begun by then. */
  private boolean isInUse() {
    long done = ended.sum();
    return begun.sum() != done;
  }

  private void begin() throws IOException {
    begun.increment();
    if (closing) {
      ended.increment();
      throw new IOException("the data cache " + settings.directory() + " is closed");
    }
  }

  @Override
  public boolean put(BlockKey key, ByteBuffer bytes, int crc) throws IOException {
    begin();
    try {
      return store.put(key, bytes, crc);
    } finally {
      ended.increment();
    }
  }

  @Override
  public int get(BlockKey key, int from, ByteBuffer into) throws IOException {
    begin();
    try {
      return store.get(key, from, into);
    } finally {
      ended.increment();
    }
  }

  @Override
  public boolean contains(BlockKey key) throws IOException {
    begin();
    try {
      return store.contains(key);
    } finally {
      ended.increment();
    }
  }

  @Override
  public void remove(BlockKey key) throws IOException {
    begin();
    try {
      store.remove(key);
    } finally {
      ended.increment();
    }
  }

  @Override
  public void setGeneration(BlockKey key, long generation) throws IOException {
    begin();
    try {
      store.setGeneration(key, generation);
    } finally {
      ended.increment();
    }
  }

  @Override
  public void scan(Consumer<StoredBlock> visitor) throws IOException {
    begin();
    try {
      store.scan(visitor);
    } finally {
      ended.increment();
    }
  }

  @Override
  public StoreUsage usage() throws IOException {
    begin();
    try {
      return store.usage();
    } finally {
      ended.increment();
    }
  }

  @Override
  public void save() throws IOException {
    begin();
    try {
      store.save();
    } finally {
      ended.increment();
    }
  }

  /** The store is released by its clients. */
  @Override
  public void close() {
    throw new UnsupportedOperationException("a shared store is released");
  }
}
