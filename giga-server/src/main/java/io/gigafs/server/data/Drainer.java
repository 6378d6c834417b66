package io.gigafs.server.data;

import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.rpc.Clock;
import io.gigafs.server.membership.CurrentView;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scans this server's store for files on draining volumes, repeatedly while they drain, and has
 * each file moved. Thread-safe.
 *
 * <p>A file that cannot be moved now, for example because it is open, is tried again on the next
 * pass.
 */
public final class Drainer {
  private static final Logger LOG = LoggerFactory.getLogger(Drainer.class);
  private static final int MOVES_AT_A_TIME = 4;
  private static final long MIN_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A pass reads the whole store; with this pause it runs for at most a fifth of the time. */
  private static final int PAUSE_FACTOR = 4;

  private final CurrentView view;
  private final KnownObjects known;
  private final FileMover mover;
  private final Executor background;
  private final Clock clock;
  private final Map<Integer, Drain> drains = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /** The objects on volumes that a server's store knows. */
  @FunctionalInterface
  public interface KnownObjects {
    /**
     * Returns the next part of the objects; reads the store for a while.
     *
     * @param cursor of the previous result, empty to begin
     */
    ObjectsResult nextPage(int volume, byte[] cursor);
  }

  /**
   * A drainer.
   *
   * @param background runs scans of the store
   */
  public Drainer(
      CurrentView view, KnownObjects known, FileMover mover, Executor background, Clock clock) {
    this.view = view;
    this.known = known;
    this.mover = mover;
    this.background = background;
    this.clock = clock;
  }

  /** Begins the passes that are due; called about once a second. */
  public void sweep() {
    if (stopped) {
      return;
    }
    drains.keySet().removeIf(volume -> !isDraining(volume));
    for (VolumeInfo volume : view.get().volumes()) {
      if (volume.state().isDraining()) {
        drains.computeIfAbsent(volume.id(), Drain::new).beginIfDue();
      }
    }
  }

  private boolean isDraining(int volume) {
    return view.get().volume(volume).map(info -> info.state().isDraining()).orElse(false);
  }

  /** Stops beginning passes and moves. */
  public void stop() {
    stopped = true;
  }

  /** Number of objects that are still to be moved away; -1 before the first complete pass. */
  public long toMove(int volume) {
    Drain drain = drains.get(volume);
    return drain == null ? -1 : drain.toMove();
  }

  /**
   * Number of moved objects that may still exist. Without it a volume could seem empty between two
   * reads of the deletion queue.
   */
  public long toDelete(int volume) {
    Drain drain = drains.get(volume);
    return drain == null ? 0 : drain.toDelete();
  }

  /** The drain of one volume. Guarded by itself. */
  private final class Drain {
    private final int volume;
    private final Queue<KnownObject> waiting = new ArrayDeque<>();
    private byte @Nullable [] cursor;
    private int moving;
    private boolean isRunning;
    private long sinceNanos;
    private long dueNanos = clock.nanos();
    private long left;
    private long known = -1;
    private long queued;
    private long toDelete;

    Drain(int volume) {
      this.volume = volume;
    }

    synchronized long toMove() {
      return known;
    }

    synchronized long toDelete() {
      return toDelete;
    }

    void beginIfDue() {
      synchronized (this) {
        if (isRunning || clock.nanos() - dueNanos < 0) {
          return;
        }
        isRunning = true;
        sinceNanos = clock.nanos();
        left = 0;
        queued = 0;
        cursor = new byte[0];
      }
      background.execute(this::proceed);
    }

    /** Reads the next part of the store, or ends the pass. No move is in progress then. */
    private void proceed() {
      byte[] from;
      synchronized (this) {
        from = cursor;
        if (from == null || stopped || !isDraining(volume)) {
          end(from == null);
          return;
        }
      }
      try {
        ObjectsResult page = Drainer.this.known.nextPage(volume, from);
        synchronized (this) {
          cursor = page.cursor().length == 0 ? null : page.cursor();
          for (KnownObject object : page.objects()) {
            take(object);
          }
        }
      } catch (RuntimeException e) {
        LOG.warn("files on volume {} cannot be read from the store, trying again", volume, e);
        synchronized (this) {
          end(false);
        }
        return;
      }
      moveMore();
    }

    /**
     * Placed or moving objects become a file's or are queued for deletion: a later pass finds them.
     */
    private void take(KnownObject object) {
      switch (object.use()) {
        case FILE -> waiting.add(object);
        case PLACED, MOVING -> left++;
        case RECLAIM -> queued++;
      }
    }

    /** Ends the pass; guarded by this. */
    private void end(boolean isWhole) {
      long nanos = clock.nanos();
      if (isWhole) {
        known = left;
        toDelete = queued;
      }
      isRunning = false;
      dueNanos = nanos + Math.max(MIN_PAUSE_NANOS, PAUSE_FACTOR * (nanos - sinceNanos));
    }

    private void moveMore() {
      while (true) {
        KnownObject next;
        synchronized (this) {
          if (moving == MOVES_AT_A_TIME) {
            return;
          }
          next = stopped ? null : waiting.poll();
          if (next == null) {
            if (moving == 0) {
              waiting.clear();
              background.execute(this::proceed);
            }
            return;
          }
          moving++;
        }
        KnownObject object = next;
        mover
            .move(volume, object)
            .whenComplete(
                (moved, failure) -> background.execute(() -> ended(object, moved, failure)));
      }
    }

    private void ended(
        KnownObject object, FileMover.@Nullable Outcome outcome, @Nullable Throwable failure) {
      if (failure != null) {
        LOG.warn(
            "{} is not moved from volume {} yet, trying again later: {}",
            object.path(),
            volume,
            failure.getMessage());
      }
      boolean isThere = failure != null || outcome == FileMover.Outcome.LATER;
      synchronized (this) {
        moving--;
        if (isThere) {
          left++;
        } else {
          known = known > 0 ? known - 1 : known;
          toDelete++;
        }
      }
      moveMore();
    }
  }
}
