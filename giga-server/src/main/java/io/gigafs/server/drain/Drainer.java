package io.gigafs.server.drain;

import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.KnownObject;
import io.gigafs.protocol.ObjectsResult;
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
 * Goes through what this server's store knows of volumes that are drained, again and again for as
 * long as they are, and has each file that it finds moved. Safe for use by several threads.
 *
 * <p>A file that cannot be moved now, as somebody has it open, say, is met again on the next pass.
 */
public final class Drainer {
  private static final Logger LOG = LoggerFactory.getLogger(Drainer.class);
  private static final int MOVES_AT_A_TIME = 4;
  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** A pass reads the whole store: it takes at most a fifth of the time. */
  private static final int PAUSE_FACTOR = 4;

  private final CurrentView view;
  private final KnownObjects known;
  private final FileMover mover;
  private final Executor background;
  private final Clock clock;
  private final Map<Integer, Drain> drains = new ConcurrentHashMap<>();
  private volatile boolean stopped;

  /**
   * A drainer.
   *
   * @param background runs what reads the store
   */
  public Drainer(
      CurrentView view, KnownObjects known, FileMover mover, Executor background, Clock clock) {
    this.view = view;
    this.known = known;
    this.mover = mover;
    this.background = background;
    this.clock = clock;
  }

  /** Begins the passes that are due; about once a second. */
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

  /** Begins nothing more. */
  public void stop() {
    stopped = true;
  }

  /** How many objects are still to be moved away; -1 before all were looked at. */
  public long toMove(int volume) {
    Drain drain = drains.get(volume);
    return drain == null ? -1 : drain.toMove();
  }

  /**
   * How many objects that were moved away may still be there, so that a volume does not seem empty
   * between two looks at the queue.
   */
  public long toDelete(int volume) {
    Drain drain = drains.get(volume);
    return drain == null ? 0 : drain.toDelete();
  }

  /** One volume that is drained. Guarded by itself. */
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
      background.execute(this::goOn);
    }

    /** Reads the next bite, or ends the pass. Nothing is being moved. */
    private void goOn() {
      byte[] from;
      synchronized (this) {
        from = cursor;
        if (from == null || stopped || !isDraining(volume)) {
          end(from == null);
          return;
        }
      }
      try {
        ObjectsResult bite = Drainer.this.known.bite(volume, from);
        synchronized (this) {
          cursor = bite.cursor().length == 0 ? null : bite.cursor();
          for (KnownObject object : bite.objects()) {
            take(object);
          }
        }
      } catch (RuntimeException e) {
        LOG.warn("what is on volume {} cannot be read from the store, trying again", volume, e);
        synchronized (this) {
          end(false);
        }
        return;
      }
      moveMore();
    }

    /** What is placed, or on its way, ends as a file's or to be deleted: a later pass sees it. */
    private void take(KnownObject object) {
      switch (object.use()) {
        case FILE -> waiting.add(object);
        case PLACED, MOVING -> left++;
        case RECLAIM -> queued++;
      }
    }

    /** The pass is over; guarded by this. */
    private void end(boolean isWhole) {
      long nanos = clock.nanos();
      if (isWhole) {
        known = left;
        toDelete = queued;
      }
      isRunning = false;
      dueNanos = nanos + Math.max(SHORTEST_PAUSE_NANOS, PAUSE_FACTOR * (nanos - sinceNanos));
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
              background.execute(this::goOn);
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
        LOG.warn("{} stays on volume {}: {}", object.path(), volume, failure.getMessage());
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
