package io.gigafs.server.placement;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.content.StoredRow;
import io.gigafs.server.hold.FileHolds;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.StoreErrors;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks volumes for size and time of objects that are or may be written to, for those who ask for
 * attributes of the files; and has entries take them over once nobody writes any more. Called in
 * turns of the file's lane.
 */
public final class Measures {
  private static final Logger LOG = LoggerFactory.getLogger(Measures.class);
  private static final int COME_AGAIN_MILLIS = 10;

  private final ObjectContext context;

  public Measures(ObjectContext context) {
    this.context = context;
  }

  /** Which object was measured, and of a file that was known to be written to by whom. */
  private record Measured(
      PartitionState partition, Name name, long inode, StoredRow row, long writersOpened) {
    static Measured of(PartitionState partition, Name name, Attributes file, Turn turn) {
      return new Measured(
          partition,
          name,
          file.inode(),
          StoredFiles.row(turn.batch(), partition.keyOf(name)),
          partition.holds().writersOpened());
    }

    /** The file's attributes, if its bytes are still where they were measured. */
    @Nullable Attributes now(Turn turn) {
      EntryKey key = partition.keyOf(name);
      Attributes file = turn.batch().getEntry(key);
      boolean isSame =
          file != null
              && file.inode() == inode
              && StoredFiles.isStored(file)
              && StoredFiles.row(turn.batch(), key).location().equals(row.location());
      return isSame ? file : null;
    }

    boolean mayBeSettled(Turn turn) {
      Attributes file = now(turn);
      return file != null
          && file.has(Attributes.UNSETTLED)
          && !file.has(Attributes.EXPOSED)
          && !partition.isHeld(name)
          && partition.holds().writersOpened() == writersOpened
          && !hasWriter(partition, name);
    }
  }

  private static boolean hasWriter(PartitionState partition, Name name) {
    FileHolds holds = partition.holds().find(name);
    return holds != null && holds.hasWriter();
  }

  /**
   * Answers with a file's attributes as they are: those of the entry, or what the object says.
   *
   * @param result makes the result of attributes; on any thread
   */
  public <R extends Result> void answer(
      Exchange<R> exchange,
      PartitionState partition,
      Name name,
      Attributes file,
      Turn turn,
      Function<Attributes, R> result) {
    if (!StoredFiles.isMeasured(file)) {
      turn.done(exchange, result.apply(file));
      return;
    }
    Measured measured = Measured.of(partition, name, file, turn);
    turn.onFailure(() -> exchange.answer(new Answer.Retry<>(COME_AGAIN_MILLIS)));
    turn.afterCommit(
        () ->
            measure(measured.row().location())
                .whenComplete(
                    (status, failure) -> {
                      if (status != null) {
                        exchange.answer(
                            new Answer.Done<>(
                                result.apply(StoredFiles.measured(file, measured.row(), status))));
                        settleIfLeft(measured, status);
                      } else {
                        fail(exchange, measured, VolumeErrors.of(failure));
                      }
                    }));
  }

  private CompletableFuture<ObjectStatus> measure(DataLocation location) {
    return context.volumes().call(location.volume(), volume -> volume.status(location.path()));
  }

  /** An object that is not there may have been left by its file since: then all is asked again. */
  private <R extends Result> void fail(
      Exchange<R> exchange, Measured measured, VolumeException failure) {
    if (failure.kind() != VolumeException.Kind.NOT_FOUND) {
      exchange.answer(VolumeErrors.answer(failure));
      return;
    }
    lane(measured.partition())
        .submit(
            turn -> {
              try {
                turn.answer(
                    exchange,
                    measured.now(turn) == null
                        ? new Answer.Retry<>(COME_AGAIN_MILLIS)
                        : VolumeErrors.answer(failure));
              } catch (StoreException e) {
                turn.failed(exchange, StoreErrors.codeOf(e), StoreErrors.detailOf(e));
              }
            });
  }

  private Lane lane(PartitionState partition) {
    return context.lanes().of(partition.slot());
  }

  /** Has the entry take over what its object says, as nobody writes to it any more. */
  public void settleSoon(PartitionState partition, Name name, Attributes file, Turn turn) {
    if (!file.has(Attributes.UNSETTLED) || file.has(Attributes.EXPOSED)) {
      return;
    }
    Measured measured = Measured.of(partition, name, file, turn);
    turn.afterCommit(
        () ->
            measure(measured.row().location())
                .whenComplete(
                    (status, failure) -> {
                      if (status != null) {
                        settleIfLeft(measured, status);
                      } else {
                        LOG.debug("{} stays to be measured: {}", measured, failure.getMessage());
                      }
                    }));
  }

  private void settleIfLeft(Measured measured, ObjectStatus status) {
    PartitionState partition = measured.partition();
    InodeId directory = partition.directory();
    PartitionIndex index = partition.index();
    Lane lane = lane(partition);
    lane.submit(
        turn -> {
          try {
            boolean isHere =
                lane.gate().state(partition.slot()).serves()
                    && lane.partitions().find(directory, index) == partition;
            if (isHere && measured.mayBeSettled(turn)) {
              settle(measured, status, turn);
            }
          } catch (StoreException e) {
            LOG.warn("{} stays to be measured", measured, e);
          }
        });
  }

  private static void settle(Measured measured, ObjectStatus status, Turn turn) {
    PartitionState partition = measured.partition();
    EntryKey key = partition.keyOf(measured.name());
    Attributes file = turn.batch().getEntry(key);
    if (file != null) {
      Attributes settled = StoredFiles.settle(turn.batch(), key, file, status, true, null);
      partition.entryChanged(turn, file, settled);
    }
  }
}
