package io.gigafs.server.relay;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.EarlySyncs;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.IntFunction;

/**
 * The objects that are in use, and a bounded number of those that were a short while ago. Safe for
 * use by several threads.
 */
final class OpenObjects {
  /** So many of the threads of all volumes at most. */
  private static final int MAX_EARLY_SYNCS = 4;

  private final IntFunction<Executor> threadsOf;
  private final EarlySyncs syncs = new EarlySyncs(MAX_EARLY_SYNCS);
  private final int mostIdle;
  private final long idleNanos;

  /** By when they were used last. Guarded by this. */
  private final Map<Key, OpenObject> objects = new LinkedHashMap<>(16, 0.75f, true);

  /** Guarded by this. */
  private int idle;

  private record Key(DataLocation location, boolean writes) {}

  /**
   * Nothing is open.
   *
   * @param threadsOf a volume, by its number
   * @param mostIdle so many are kept open that nobody uses
   * @param idleNanos for so long; one that owes somebody a failure for longer
   */
  OpenObjects(IntFunction<Executor> threadsOf, int mostIdle, long idleNanos) {
    this.threadsOf = threadsOf;
    this.mostIdle = mostIdle;
    this.idleNanos = idleNanos;
  }

  /** Begins to use an object, until {@link #release}. */
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
   * @return what the caller has to close, as too many are open
   */
  synchronized List<OpenObject> release(OpenObject object, long nowNanos) {
    object.users--;
    if (object.users == 0) {
      object.idleSinceNanos = nowNanos;
      idle++;
    }
    return idle <= mostIdle ? List.of() : takeIdle(idle - mostIdle, 0, nowNanos);
  }

  /** What the caller has to close, as nobody used it for long enough. */
  synchronized List<OpenObject> takeIdle(long nowNanos) {
    return takeIdle(Integer.MAX_VALUE, idleNanos, nowNanos);
  }

  /** What the caller has to close, as nothing is to be kept open. */
  synchronized List<OpenObject> takeAllIdle(long nowNanos) {
    return takeIdle(Integer.MAX_VALUE, 0, nowNanos);
  }

  /** How many are open, or about to be. */
  synchronized int size() {
    return objects.size();
  }

  private List<OpenObject> takeIdle(int most, long minIdleNanos, long nowNanos) {
    List<OpenObject> taken = new ArrayList<>();
    Iterator<OpenObject> all = objects.values().iterator();
    while (taken.size() < most && all.hasNext()) {
      OpenObject object = all.next();
      boolean isKept = minIdleNanos > 0 && object.owesFailure();
      if (object.users == 0 && !isKept && nowNanos - object.idleSinceNanos >= minIdleNanos) {
        all.remove();
        idle--;
        taken.add(object);
      }
    }
    return taken;
  }
}
