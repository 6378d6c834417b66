package io.gigafs.client;

import io.gigafs.protocol.Caller;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Look-ups of directories that are under way, so that a crowd that misses the same directory asks
 * for it once. Safe for use by several threads.
 *
 * <p>Who waits takes nothing but what came into the cache: another answer may be older than the
 * question of the one who waits.
 */
final class LookupsInFlight {
  private final ConcurrentMap<Lookup, Leader> leaders = new ConcurrentHashMap<>();

  private record Lookup(DirectoryKey key, Caller caller) {}

  private record Leader(long deadlineNanos, List<Runnable> waiting) {}

  /**
   * Waits for the same look-up if one is under way that ends in time.
   *
   * @return whether {@code then} will be run; if not, the look-up is the caller's to make if {@link
   *     #lead} lets it
   */
  boolean join(DirectoryKey key, Caller caller, long deadlineNanos, Runnable then) {
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

  /** Says that the caller makes a look-up for which others may wait; whether it is the first. */
  boolean lead(DirectoryKey key, Caller caller, long deadlineNanos) {
    return leaders.putIfAbsent(
            new Lookup(key, caller), new Leader(deadlineNanos, new ArrayList<>()))
        == null;
  }

  /** Ends a look-up that was led, and lets those who waited go on. */
  void end(DirectoryKey key, Caller caller) {
    Leader leader = leaders.remove(new Lookup(key, caller));
    if (leader != null) {
      leader.waiting.forEach(Runnable::run);
    }
  }
}
