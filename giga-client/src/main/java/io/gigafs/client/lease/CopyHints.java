package io.gigafs.client.lease;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Which servers have copies of hot names, according to the servers of these names. The hints may be
 * stale: a server without the copy says so. Safe for use by several threads; a lookup takes no
 * lock.
 */
public final class CopyHints {
  private static final int MAX_NAMES = 256;
  private static final long TRUSTED_NANOS = 10_000_000_000L;

  private final Random random;
  private final ConcurrentMap<DirectoryKey, Hint> hints = new ConcurrentHashMap<>();

  /** Indices of servers in the view, one bit each. */
  private record Hint(long places, long learnedNanos) {
    boolean isOld(long nowNanos) {
      return nowNanos - learnedNanos >= TRUSTED_NANOS;
    }
  }

  /**
   * @param random spreads lookups over the servers
   */
  public CopyHints(Random random) {
    this.random = random;
  }

  /** Whether there are no hints, as when no name is hot. */
  public boolean isEmpty() {
    return hints.isEmpty();
  }

  /** Records the hint from the server of a name's partition. */
  public void learn(DirectoryKey name, long places, long nowNanos) {
    if (places == 0) {
      forget(name);
    } else if (hints.size() < MAX_NAMES || hints.containsKey(name)) {
      hints.put(name, new Hint(places, nowNanos));
    } else {
      hints.values().removeIf(hint -> hint.isOld(nowNanos));
    }
  }

  /** A server lacks the copy that a hint named. */
  public void forget(DirectoryKey name) {
    if (!hints.isEmpty()) {
      hints.remove(name);
    }
  }

  /**
   * One of the servers that have a copy of the name. Null selects the partition's server, with the
   * same probability as each of the others.
   */
  public @Nullable ServerInfo choose(DirectoryKey name, ClusterView view, long nowNanos) {
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
