package io.gigafs.server.data;

import io.gigafs.cluster.ClusterView;
import io.gigafs.concurrent.Futures;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.partition.Lane;
import io.gigafs.tablefs.StoreException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the objects that the store has queued, in the background and in portions. Thread-safe.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>an object is deleted only once it is durable that nothing names it: a crash must not bring
 *       back a file whose bytes are gone;
 *   <li>its row is removed only once its volume has confirmed that the object does not exist; after
 *       any other answer the deletion is retried later;
 *   <li>no path is used twice, so a row that outlives its object does no harm.
 * </ol>
 */
public final class Reclaimer {
  private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);
  private static final int BITE = 256;
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final int MAX_DOUBLINGS = 6;

  private final ServerContext context;
  private final ServerVolumes volumes;
  private final Lane lane;
  private final Executor background;

  /** Volumes that failed. Guarded by this. */
  private final Map<Integer, Pause> pauses = new HashMap<>();

  /** Number of queued objects of each volume, as of the last complete scan. */
  private volatile Map<Integer, Long> queued = Map.of();

  /** Guarded by this. */
  private boolean running;

  /** Guarded by this. */
  private boolean stopped;

  /** A pause after failures of a volume. */
  private record Pause(int failures, long untilNanos) {}

  /**
   * A reclaimer.
   *
   * @param background runs scans of the store
   */
  public Reclaimer(ServerContext context, ServerVolumes volumes, Executor background) {
    this.context = context;
    this.volumes = volumes;
    this.lane = context.lanes().all().get(0);
    this.background = background;
  }

  /** Deletes queued objects, unless that is in progress; called about every second. */
  public void sweep() {
    synchronized (this) {
      if (running || stopped) {
        return;
      }
      running = true;
    }
    background.execute(() -> reclaimNext(null, new HashMap<>()));
  }

  /** Stops beginning deletions. */
  public synchronized void stop() {
    stopped = true;
  }

  /** Number of queued objects of a volume, as of the last complete scan. */
  public long queued(int volume) {
    return queued.getOrDefault(volume, 0L);
  }

  private synchronized boolean isStopped() {
    return stopped;
  }

  /**
   * Processes the next portion.
   *
   * @param after the last row of the previous portion, null to begin
   * @param counts the rows so far, by volumes
   */
  private void reclaimNext(byte @Nullable [] after, Map<Integer, Long> counts) {
    Set<DataLocation> kept = volumes.copies().now();
    List<byte[]> rows = new ArrayList<>();
    try {
      if (!isStopped()) {
        context
            .store()
            .scanReclaim(
                after,
                row -> {
                  rows.add(row);
                  return rows.size() < BITE;
                });
      }
    } catch (StoreException e) {
      LOG.warn("objects to delete cannot be read from the store, trying again", e);
      end();
      return;
    }
    if (rows.isEmpty()) {
      queued = Map.copyOf(counts);
      end();
      return;
    }
    List<DataLocation> wanted = new ArrayList<>();
    List<DataLocation> done = new ArrayList<>();
    for (byte[] row : rows) {
      DataLocation location = DataLocation.decode(row);
      if (kept.contains(location)) {
        continue;
      }
      counts.merge(location.volume(), 1L, Long::sum);
      if (isNoVolumeAnyMore(location.volume())) {
        done.add(location);
      } else if (mayTry(location.volume())) {
        wanted.add(location);
      }
    }
    byte[] last = rows.get(rows.size() - 1);
    context
        .syncs()
        .sync(
            failure -> {
              if (failure != null) {
                LOG.warn(
                    "queued objects are not deleted now, as the store accepts no changes", failure);
                end();
              } else {
                context.reached(CrashPoint.RECLAIM_DURABLE);
                delete(wanted, done, () -> background.execute(() -> reclaimNext(last, counts)));
              }
            });
  }

  /**
   * Whether a volume was removed. A number that the view has not assigned yet is unknown, not
   * removed, and numbers are never reused.
   */
  private boolean isNoVolumeAnyMore(int volume) {
    ClusterView now = context.view().get();
    return volume < now.nextVolume() && now.volume(volume).isEmpty();
  }

  private void delete(List<DataLocation> wanted, List<DataLocation> done, Runnable then) {
    List<CompletableFuture<?>> deletions = new ArrayList<>();
    for (DataLocation location : wanted) {
      deletions.add(
          volumes
              .call(
                  location.volume(),
                  volume -> mayTry(location.volume()) && delete(volume, location))
              .handle(
                  (deleted, failure) -> {
                    if (failure != null) {
                      failed(location, failure);
                    } else if (deleted) {
                      succeeded(location.volume());
                      synchronized (done) {
                        done.add(location);
                      }
                    }
                    return null;
                  }));
    }
    Futures.allOf(deletions).whenComplete((all, failure) -> forget(List.copyOf(done), then));
  }

  private static boolean delete(Volume volume, DataLocation location) throws VolumeException {
    boolean wasThere = volume.delete(location.path());
    LOG.debug("{} {}", location, wasThere ? "is deleted" : "was not there");
    return true;
  }

  private void forget(List<DataLocation> done, Runnable then) {
    if (done.isEmpty()) {
      then.run();
      return;
    }
    context.reached(CrashPoint.RECLAIM_DELETED);
    lane.submit(
        commitBatch -> {
          done.forEach(location -> commitBatch.batch().deleteReclaim(location.encode()));
          commitBatch.afterCommit(then);
          commitBatch.onFailure(this::end);
        });
  }

  private synchronized void end() {
    running = false;
  }

  private synchronized boolean mayTry(int volume) {
    Pause pause = pauses.get(volume);
    return pause == null || context.clock().nanos() - pause.untilNanos() >= 0;
  }

  private synchronized void failed(DataLocation location, Throwable failure) {
    if (!mayTry(location.volume())) {
      return;
    }
    Pause before = pauses.get(location.volume());
    int failures = before == null ? 1 : before.failures() + 1;
    long pause = FIRST_PAUSE_NANOS << Math.min(failures - 1, MAX_DOUBLINGS);
    pauses.put(location.volume(), new Pause(failures, context.clock().nanos() + pause));
    LOG.warn("{} is not deleted yet, trying again later: {}", location, failure.getMessage());
  }

  private synchronized void succeeded(int volume) {
    pauses.remove(volume);
  }
}
