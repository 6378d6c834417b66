package io.gigafs.server.data;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.EarlySyncs;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/** The objects in use, and a bounded number of recently used ones. Thread-safe. */
final class OpenObjects {
  /** Maximum number of threads for early syncs, of all volumes together. */
  private static final int MAX_EARLY_SYNCS = 4;

  private final IntFunction<Executor> threadsOf;
  private final EarlySyncs syncs = new EarlySyncs(MAX_EARLY_SYNCS);
  private final int mostIdle;
  private final long idleNanos;

  /** In the order of their last use. Guarded by this. */
  private final Map<Key, OpenObject> objects = new LinkedHashMap<>(16, 0.75f, true);

  /** Guarded by this. */
  private int idle;

  private record Key(DataLocation location, boolean writes) {}

  /**
   * Starts with no open objects.
   *
   * @param threadsOf a volume, by its number
   * @param mostIdle maximum number of idle objects that stay open
   * @param idleNanos how long idle objects stay open; those with an unreported failure stay longer
   */
  OpenObjects(IntFunction<Executor> threadsOf, int mostIdle, long idleNanos) {
    this.threadsOf = threadsOf;
    this.mostIdle = mostIdle;
    this.idleNanos = idleNanos;
  }

  /** Begins a use of an object, until {@link #release}. */
  synchronized OpenObject use(DataLocation location, boolean writes) {
    OpenObject object =
        objects.computeIfAbsent(
            new Key(location, writes),
            key -> {
              idle++;
              return new OpenObject(location, writes, syncs, threadsOf.apply(location.volume()));
            });
    if (object.users == 0) {
      idle--;
    }
    object.users++;
    return object;
  }

  /**
   * Ends a use.
   *
   * @return the objects that the caller has to close, as too many are open
   */
  synchronized List<OpenObject> release(OpenObject object, long nowNanos) {
    object.users--;
    if (object.users == 0) {
      object.idleSinceNanos = nowNanos;
      idle++;
    }
    return idle <= mostIdle ? List.of() : takeIdle(idle - mostIdle, 0, nowNanos);
  }

  /** The objects that the caller has to close, as they have been idle for long enough. */
  synchronized List<OpenObject> takeIdle(long nowNanos) {
    return takeIdle(Integer.MAX_VALUE, idleNanos, nowNanos);
  }

  /** All idle objects, which the caller has to close. */
  synchronized List<OpenObject> takeAllIdle(long nowNanos) {
    return takeIdle(Integer.MAX_VALUE, 0, nowNanos);
  }

  /** The number of objects that are open, or about to be. */
  synchronized int size() {
    return objects.size();
  }

  private List<OpenObject> takeIdle(int most, long minIdleNanos, long nowNanos) {
    List<OpenObject> taken = new ArrayList<>();
    Iterator<OpenObject> all = objects.values().iterator();
    while (taken.size() < most && all.hasNext()) {
      OpenObject object = all.next();
      boolean isKept = minIdleNanos > 0 && object.hasUnreportedFailure();
      if (object.users == 0 && !isKept && nowNanos - object.idleSinceNanos >= minIdleNanos) {
        all.remove();
        idle--;
        taken.add(object);
      }
    }
    return taken;
  }
}
