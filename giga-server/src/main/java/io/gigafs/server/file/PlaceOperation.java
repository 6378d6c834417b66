package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.data.Placer;
import io.gigafs.server.data.ServerVolumes;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeErrors;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Creates an object on a volume for a handle, which fills it with its file's bytes.
 *
 * <p>The handle names the object durably before the object is created, so a volume never has an
 * object that no store knows of. A handle has one such object at a time. An earlier one that may
 * have been written to is given up for a new one. A volume that refuses is skipped, and the object
 * that may exist there is queued for deletion.
 *
 * <p>The request is decided again after each answer of a volume. It is settled, and its answer is
 * remembered, once the object exists.
 */
final class PlaceOperation implements PartitionOperation<PlaceRequest, PlaceResult> {
  private static final int PERMISSIONS = 0777;

  private final ServerContext context;
  private final ServerVolumes volumes;
  private final Placer placer;

  PlaceOperation(ServerContext context, ServerVolumes volumes, Placer placer) {
    this.context = context;
    this.volumes = volumes;
    this.placer = placer;
  }

  /**
   * Answers of volumes so far.
   *
   * @param made an object that exists
   * @param failures of the volumes that refused, by their numbers
   */
  private record Tried(@Nullable DataLocation made, SortedMap<Integer, VolumeException> failures) {
    static final Tried NOTHING = new Tried(null, new TreeMap<>());

    Tried with(VolumeException failure, int volume) {
      SortedMap<Integer, VolumeException> more = new TreeMap<>(failures);
      more.put(volume, failure);
      return new Tried(null, more);
    }
  }

  @Override
  public Decision decide(
      PlaceRequest request,
      Exchange<PlaceResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return decide(request, exchange, partition, commitBatch, Tried.NOTHING);
  }

  private Decision decide(
      PlaceRequest request,
      Exchange<PlaceResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Tried tried) {
    return HandlePlace.toChange(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          Attributes file = place.attributes(partition, commitBatch);
          DataLocation placed = place.handle().placed();
          @Nullable Answer<PlaceResult> answer = refuse(place, file);
          if (answer == null && placed != null && placed.equals(tried.made())) {
            boolean isCounted = partition.usage().share() != null;
            answer = new Answer.Done<>(new PlaceResult(placed, isCounted));
          }
          if (answer == null) {
            placed = place(request, partition, place, commitBatch, tried);
            answer = placed == null ? nowhere(tried) : null;
          }
          if (answer != null || placed == null) {
            if (!(answer instanceof Answer.Done)) {
              partition.endMoveOf(file.inode(), request.handle().session());
            }
            commitBatch.settle(
                partition, request, exchange, answer == null ? nowhere(tried) : answer);
          } else {
            make(request, exchange, placed, ownerOf(file), partition.slot(), commitBatch, tried);
          }
          return Decision.TAKEN;
        });
  }

  private static @Nullable Answer<PlaceResult> refuse(HandlePlace place, Attributes file) {
    @Nullable ErrorCode refused = place.refuseWriting(file);
    if (refused != null) {
      return new Answer.Failed<>(refused, "");
    }
    if (file.type() != FileType.REGULAR) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "");
    }
    return StoredFiles.isStored(file)
        ? new Answer.Failed<>(ErrorCode.EEXIST, "the file's bytes are on a volume already")
        : null;
  }

  /** The object that the handle fills from now on; null if there is no volume left to try. */
  private @Nullable DataLocation place(
      PlaceRequest request,
      PartitionState partition,
      HandlePlace place,
      CommitBatch commitBatch,
      Tried tried) {
    DataLocation placed = place.handle().placed();
    if (tried.made() != null && !tried.made().equals(placed)) {
      commitBatch.batch().putReclaim(tried.made().encode());
    }
    boolean isOld = tried.equals(Tried.NOTHING);
    if (placed != null && !isOld && !tried.failures().containsKey(placed.volume())) {
      return placed;
    }
    @Nullable DataLocation next =
        volumes.chooser().candidates(partition.directory(), partition.index()).stream()
            .filter(volume -> !tried.failures().containsKey(volume))
            .findFirst()
            .map(volume -> placer.place(partition, place.name(), volume, commitBatch))
            .orElse(null);
    if (placed != null) {
      commitBatch.batch().putReclaim(placed.encode());
    }
    long session = request.handle().session();
    place.file().open(session, place.handle().withPlaced(next));
    partition.openState().write(commitBatch.batch(), place.name(), session);
    partition.openStateChanged(commitBatch);
    return next;
  }

  private static ObjectOwner ownerOf(Attributes file) {
    return new ObjectOwner(file.uid(), file.gid(), file.mode() & PERMISSIONS);
  }

  private void make(
      PlaceRequest request,
      Exchange<PlaceResult> exchange,
      DataLocation placed,
      ObjectOwner owner,
      int slot,
      CommitBatch commitBatch,
      Tried tried) {
    commitBatch.onFailure((code, detail) -> exchange.answer(new Answer.Failed<>(code, detail)));
    commitBatch.afterCommit(
        () -> {
          context.reached(CrashPoint.PLACE_COMMITTED);
          context
              .syncs()
              .sync(
                  failure -> {
                    if (failure != null) {
                      exchange.answer(
                          new Answer.Failed<>(
                              StoreErrors.codeOf(failure), StoreErrors.detailOf(failure)));
                    } else {
                      create(request, exchange, placed, owner, slot, tried);
                    }
                  });
        });
  }

  private void create(
      PlaceRequest request,
      Exchange<PlaceResult> exchange,
      DataLocation placed,
      ObjectOwner owner,
      int slot,
      Tried tried) {
    volumes
        .create(placed, owner)
        .whenComplete(
            (made, failure) -> {
              VolumeException why = failure == null ? null : VolumeErrors.of(failure);
              boolean isThere = why == null || why.kind() == VolumeException.Kind.EXISTS;
              if (isThere) {
                context.reached(CrashPoint.PLACE_MADE);
              }
              Tried now =
                  isThere || why == null
                      ? new Tried(placed, tried.failures())
                      : tried.with(why, placed.volume());
              context
                  .lanes()
                  .submit(
                      slot,
                      (again, asker, partition, commitBatch) ->
                          decide(again, asker, partition, commitBatch, now),
                      request,
                      exchange);
            });
  }

  /** The answer if no volume accepts the object; it quotes the errors of the volumes. */
  private static Answer<PlaceResult> nowhere(Tried tried) {
    if (tried.failures().isEmpty()) {
      return new Answer.Failed<>(
          ErrorCode.ENOSPC,
          "a file of this size needs a volume, and there is none that accepts new files:"
              + " 'giga volume add' adds one");
    }
    StringBuilder reasons = new StringBuilder("no volume accepts the file");
    for (Map.Entry<Integer, VolumeException> each : tried.failures().entrySet()) {
      reasons.append("; ").append(each.getValue().getMessage());
    }
    boolean isFull =
        tried.failures().values().stream()
            .anyMatch(failure -> failure.kind() == VolumeException.Kind.NO_SPACE);
    ErrorCode code =
        isFull
            ? ErrorCode.ENOSPC
            : VolumeErrors.codeOf(tried.failures().values().iterator().next().kind());
    return new Answer.Failed<>(code, reasons.toString());
  }
}
