package io.gigafs.server.data;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.protocol.data.VolumesRequest.VolumesResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.FileMover.CopiesUnderWay;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.IntToLongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access to volumes for the other parts of a server: off the lanes, with a limited number of
 * concurrent calls for each volume, so that no volume's callers wait for another volume.
 * Thread-safe.
 */
public final class ServerVolumes {
  private static final Logger LOG = LoggerFactory.getLogger(ServerVolumes.class);

  /** Enough to keep storage busy; a volume that hangs occupies this many threads. */
  private static final int CALLS_PER_VOLUME = 16;

  private final CurrentView view;
  private final OpenVolumes open;
  private final VolumeLines lines;
  private final VolumeHealthMonitor health;
  private final VolumeChooser chooser;
  private final CopiesUnderWay copies = new CopiesUnderWay();
  private volatile IntToLongFunction toMove = volume -> -1;
  private volatile IntToLongFunction toReclaim = volume -> 0;

  /**
   * A server's volumes.
   *
   * @param blocking runs calls that wait for storage
   */
  public ServerVolumes(CurrentView view, OpenVolumes open, Executor blocking, Clock clock) {
    this.view = view;
    this.open = open;
    this.lines = new VolumeLines(blocking, CALLS_PER_VOLUME);
    this.health = new VolumeHealthMonitor(view, open, lines, clock);
    this.chooser = new VolumeChooser(view, health);
  }

  /** A call to a volume, which may wait for the storage. */
  @FunctionalInterface
  public interface VolumeCall<T> {
    T on(Volume volume) throws VolumeException;
  }

  public VolumeChooser chooser() {
    return chooser;
  }

  /** Objects that are queued for deletion and must not be deleted yet. */
  CopiesUnderWay copies() {
    return copies;
  }

  /**
   * Calls a volume on one of its threads.
   *
   * @return completed on a thread that may wait for that volume, or with the {@link
   *     VolumeException} that the call ended with, whose message names volume and reason
   */
  public <T> CompletableFuture<T> call(int volume, VolumeCall<T> call) {
    return call(volume, threadsOf(volume), call);
  }

  /**
   * Calls a volume on the given threads.
   *
   * @param threads finally run the call on the volume's threads
   */
  public <T> CompletableFuture<T> call(int volume, Executor threads, VolumeCall<T> call) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      threads.execute(() -> run(volume, call, result));
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(
          new VolumeException(
              VolumeException.Kind.IO, "volume " + volume + ": this server is stopping", e));
    }
    return result;
  }

  /** Creates an object of a file. */
  public CompletableFuture<DataLocation> create(DataLocation location, ObjectOwner owner) {
    int id = location.volume();
    return call(
        id,
        volume -> {
          health.create(id, volume, location.path(), owner).close();
          return location;
        });
  }

  private <T> void run(int volume, VolumeCall<T> call, CompletableFuture<T> result) {
    T outcome;
    try {
      outcome = call.on(open.of(view.get(), volume));
    } catch (VolumeException e) {
      health.failed(volume, e);
      result.completeExceptionally(e);
      return;
    } catch (RuntimeException | Error e) {
      LOG.error("a call to volume {} failed", volume, e);
      result.completeExceptionally(e);
      throw e;
    }
    result.complete(outcome);
  }

  /** The executor of calls to a volume, for callers that do not use {@link #call}. */
  Executor threadsOf(int volume) {
    return lines.of(volume);
  }

  /** A volume, on one of its threads. */
  public Volume open(int volume) throws VolumeException {
    return open.of(view.get(), volume);
  }

  /** Records a failure of a call that was made in some other way. */
  public void failed(int volume, VolumeException failure) {
    health.failed(volume, failure);
  }

  /** Sets the source of the number of objects still to be deleted, for {@link #report}. */
  public void countReclaims(IntToLongFunction objectsOfVolume) {
    toReclaim = objectsOfVolume;
  }

  /** Sets the source of the number of objects still to be moved away. */
  public void countMoves(IntToLongFunction objectsOfVolume) {
    toMove = objectsOfVolume;
  }

  /** Probes volumes that are due, and updates which are slow; called about once a second. */
  public void sweep() {
    health.sweep();
    chooser.sweep();
  }

  /** Answers VOLUMES. */
  void report(VolumesRequest request, Exchange<VolumesResult> exchange) {
    PlacementCircle circle = chooser.circle();
    exchange.answer(
        new Answer.Done<>(
            new VolumesResult(
                view.get().volumes().stream()
                    .map(volume -> state(volume.id(), circle.shareOf(volume.id())))
                    .toList())));
  }

  private VolumeState state(int volume, double share) {
    VolumeHealthMonitor.Finding finding = health.finding(volume);
    return new VolumeState(
        volume,
        finding.problem(),
        finding.space().totalBytes(),
        finding.space().freeBytes(),
        finding.space().reservedBytes(),
        finding.space().fileSystem(),
        toMove.applyAsLong(volume),
        toReclaim.applyAsLong(volume),
        Math.round(finding.createNanos()),
        (int) Math.round(share * VolumeState.WHOLE_SHARE));
  }
}
