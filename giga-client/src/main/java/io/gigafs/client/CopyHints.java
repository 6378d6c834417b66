package io.gigafs.client;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Which servers have copies of names for which many ask, as far as these names' servers have said.
 * These are hints: a server that is asked for a copy that it does not have says so. Safe for use by
 * several threads; a look takes no lock.
 */
final class CopyHints {
  private static final int MAX_NAMES = 256;
  private static final long TRUSTED_NANOS = 10_000_000_000L;

  private final Random random;
  private final ConcurrentMap<DirectoryKey, Hint> hints = new ConcurrentHashMap<>();

  /** Places of servers in the view, one bit each. */
  private record Hint(long places, long learnedNanos) {
    boolean isOld(long nowNanos) {
      return nowNanos - learnedNanos >= TRUSTED_NANOS;
    }
  }

  /**
   * @param random spreads look-ups over the servers
   */
  CopyHints(Random random) {
    this.random = random;
  }

  /** Whether there are none, as where no name is hot. */
  boolean isEmpty() {
    return hints.isEmpty();
  }

  /** Takes in what the server of a name's partition said. */
  void learn(DirectoryKey name, long places, long nowNanos) {
    if (places == 0) {
      forget(name);
    } else if (hints.size() < MAX_NAMES || hints.containsKey(name)) {
      hints.put(name, new Hint(places, nowNanos));
    } else {
      hints.values().removeIf(hint -> hint.isOld(nowNanos));
    }
  }

  /** A server that was to have a copy of the name does not have it. */
  void forget(DirectoryKey name) {
    if (!hints.isEmpty()) {
      hints.remove(name);
    }
  }

  /**
   * One of the servers that have a copy of the name; null to ask its partition's server, which gets
   * as many look-ups as each of the others.
   */
  @Nullable ServerInfo choose(DirectoryKey name, ClusterView view, long nowNanos) {
    Hint hint = hints.isEmpty() ? null : hints.get(name);
    if (hint == null || hint.isOld(nowNanos)) {
      return null;
    }
    int which = random.nextInt(Long.bitCount(hint.places) + 1);
    long places = hint.places;
    for (int i = 0; i < which; i++) {
      places &= places - 1;
    }
    int place = Long.numberOfTrailingZeros(places);
    return place < view.servers().size() ? view.servers().get(place) : null;
  }
}
