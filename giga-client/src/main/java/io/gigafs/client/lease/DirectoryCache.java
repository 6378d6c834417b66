package io.gigafs.client.lease;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.request.DirectoryKey;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Directories on which servers granted leases. Safe for use by several threads; a lookup takes no
 * lock.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>An entry is used only until its lease ends by this client's monotonic clock. The lease
 *       counts from before the request was sent, less a margin.
 *   <li>After a recall is answered, or a change of the entry is sent, no earlier lookup is used or
 *       cached, see {@link OwnChanges}.
 *   <li>While this client changes an entry, the entry is not cached: the server treats the client's
 *       lease as released.
 * </ol>
 */
public final class DirectoryCache {
  private static final int MAX_ENTRIES = 1 << 17;

  private final Cache<DirectoryKey, Leased> entries =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();
  private final BiConsumer<DirectoryKey, Leased> put = entries::put;

  /** Recalls count as changes. */
  private final OwnChanges<DirectoryKey> changes;

  private static final class Leased extends Lease {
    private final DirectoryEntry entry;

    Leased(DirectoryEntry entry, long endNanos) {
      super(endNanos);
      this.entry = entry;
    }
  }

  /**
   * An empty cache.
   *
   * @param moments the counter of moments of changes
   */
  DirectoryCache(AtomicLong moments) {
    this.changes = new OwnChanges<>(moments);
  }

  /** The entry of a key if it is valid now. */
  public @Nullable DirectoryEntry get(DirectoryKey key, long nowNanos) {
    Leased leased = entries.getIfPresent(key);
    return leased != null && leased.isCurrent(nowNanos) ? leased.entry : null;
  }

  /**
   * Caches the result of a lookup, if it is still valid.
   *
   * @param moment {@link Leases#moment} before the lookup was sent
   */
  public void keep(
      DirectoryKey key, DirectoryEntry entry, long moment, long sentNanos, int leaseMillis) {
    long usable = Lease.usableNanos(leaseMillis);
    if (usable > 0) {
      changes.keep(key, new Leased(entry, sentNanos + usable), moment, put);
    }
  }

  /** Called before this client sends a change of an entry: releases its lease. */
  long beginChange(DirectoryKey key) {
    return changes.begin(key, () -> entries.invalidate(key));
  }

  /** Called after the change, with any outcome. */
  void endChange(DirectoryKey key, long begun) {
    changes.end(key, begun);
  }

  /** Drops an entry and its lease, and the outcome of lookups in flight. */
  void recall(DirectoryKey key) {
    changes.changed(key, () -> entries.invalidate(key));
  }

  /** Drops an entry but not its lease. */
  public void forget(DirectoryKey key) {
    entries.invalidate(key);
  }
}
