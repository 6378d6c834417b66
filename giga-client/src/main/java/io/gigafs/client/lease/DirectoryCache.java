package io.gigafs.client.lease;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.NoticeListener;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Notice;
import java.util.function.Consumer;
import java.util.stream.Stream;
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
 *       cached. A lookup therefore records the generation of its key before it is sent, and caches
 *       nothing if the generation has changed.
 *   <li>While this client changes an entry, the entry is not cached: the server treats the client's
 *       lease as released.
 * </ol>
 *
 * <p>Generations are per stripe of keys, so some lookups are not cached although they could be.
 */
public final class DirectoryCache implements NoticeListener {
  private static final int MAX_ENTRIES = 1 << 17;
  private static final int STRIPES = 256;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long FIXED_MARGIN_NANOS = 10 * NANOS_PER_MILLI;
  private static final int MARGIN_DIVISOR = 20;

  private final Cache<DirectoryKey, Leased> entries =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();
  private final Stripe[] stripes =
      Stream.generate(Stripe::new).limit(STRIPES).toArray(Stripe[]::new);

  private record Leased(DirectoryEntry entry, long endNanos) {}

  /** Guarded by itself. */
  private static final class Stripe {
    private long generation;
    private int changes;
  }

  /** The entry of a key if it is valid now. */
  public @Nullable DirectoryEntry get(DirectoryKey key, long nowNanos) {
    Leased leased = entries.getIfPresent(key);
    return leased != null && leased.endNanos - nowNanos > 0 ? leased.entry : null;
  }

  /** To be taken before a lookup is sent. */
  public long generation(DirectoryKey key) {
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      return stripe.generation;
    }
  }

  /** Caches the result of a lookup, if it is still valid. */
  public void keep(
      DirectoryKey key, DirectoryEntry entry, long generation, long sentNanos, int leaseMillis) {
    long lease = leaseMillis * NANOS_PER_MILLI;
    long usable = lease - lease / MARGIN_DIVISOR - FIXED_MARGIN_NANOS;
    if (usable <= 0) {
      return;
    }
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      if (stripe.generation == generation && stripe.changes == 0) {
        entries.put(key, new Leased(entry, sentNanos + usable));
      }
    }
  }

  /** Called before this client sends a change of an entry: releases its lease. */
  public void beginChange(DirectoryKey key) {
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      stripe.changes++;
      drop(stripe, key);
    }
  }

  /** Called after the change, with any outcome. */
  public void endChange(DirectoryKey key) {
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      stripe.changes--;
      drop(stripe, key);
    }
  }

  /** Drops an entry but not its lease. */
  public void forget(DirectoryKey key) {
    entries.invalidate(key);
  }

  @Override
  public void notice(Notice notice, Consumer<Notice> reply) {
    if (notice instanceof Notice.LeaseRecalled recalled) {
      recall(recalled.directory(), recalled.name());
      reply.accept(new Notice.LeaseReturned(recalled.lease()));
    }
  }

  private void recall(InodeId directory, Name name) {
    DirectoryKey key = new DirectoryKey(directory, name);
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      drop(stripe, key);
    }
  }

  private void drop(Stripe stripe, DirectoryKey key) {
    stripe.generation++;
    entries.invalidate(key);
  }

  private Stripe stripe(DirectoryKey key) {
    int hash = key.hashCode();
    return stripes[(hash ^ hash >>> 16) & (STRIPES - 1)];
  }
}
