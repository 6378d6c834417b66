package io.gigafs.client.lease;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.protocol.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Lookups of directories in flight, so that concurrent misses of one directory send one request.
 * Safe for use by several threads.
 *
 * <p>A waiter uses only what the lookup put into the cache: another answer may be older than the
 * waiter's own start.
 */
public final class LookupsInFlight {
  private final ConcurrentMap<Lookup, Leader> leaders = new ConcurrentHashMap<>();

  private record Lookup(DirectoryKey key, Caller caller) {}

  private record Leader(long deadlineNanos, List<Runnable> waiting) {}

  /**
   * Waits for the same lookup if one is in flight that ends in time.
   *
   * @return whether {@code then} will be run; if not, the caller makes the lookup if {@link #lead}
   *     allows it
   */
  public boolean join(DirectoryKey key, Caller caller, long deadlineNanos, Runnable then) {
    Lookup lookup = new Lookup(key, caller);
    Leader leader =
        leaders.computeIfPresent(
            lookup,
            (same, found) -> {
              if (found.deadlineNanos - deadlineNanos <= 0) {
                found.waiting.add(then);
              }
              return found;
            });
    return leader != null && leader.deadlineNanos - deadlineNanos <= 0;
  }

  /** Registers the caller's lookup for others to wait on; returns whether it is the first. */
  public boolean lead(DirectoryKey key, Caller caller, long deadlineNanos) {
    return leaders.putIfAbsent(
            new Lookup(key, caller), new Leader(deadlineNanos, new ArrayList<>()))
        == null;
  }

  /** Ends a registered lookup and resumes its waiters. */
  public void end(DirectoryKey key, Caller caller) {
    Leader leader = leaders.remove(new Lookup(key, caller));
    if (leader != null) {
      leader.waiting.forEach(Runnable::run);
    }
  }
}
