package io.gigafs.server.data;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks volumes for size and time of objects that are or may be written to: for requests for the
 * files' attributes, and to update the entries once there is no writer left. Used in commit batches
 * of the file's lane.
 */
public final class Measures {
  private static final Logger LOG = LoggerFactory.getLogger(Measures.class);
  private static final int RETRY_LATER_MILLIS = 10;

  /** How long a volume is not asked again after a failure. */
  private static final long RETRY_MILLIS = 30_000;

  private final ServerContext context;
  private final ServerVolumes volumes;

  public Measures(ServerContext context, ServerVolumes volumes) {
    this.context = context;
    this.volumes = volumes;
  }

  /** The measured object, and the file's writers at that time. */
  private record Measured(
      PartitionState partition,
      Name name,
      long inode,
      VolumeObjectRow row,
      Writers writers,
      @Nullable OpenState openState,
      long sizeChanges) {
    static Measured of(
        PartitionState partition, Name name, Attributes file, CommitBatch commitBatch) {
      @Nullable OpenState openState = partition.openState().find(name);
      return new Measured(
          partition,
          name,
          file.inode(),
          StoredFiles.row(commitBatch.batch(), partition.keyOf(name)),
          Writers.of(partition, name, file.inode()),
          openState,
          openState == null ? 0 : openState.sizeChanges());
    }

    /** The file's attributes, if its bytes are still where they were measured. */
    @Nullable Attributes now(CommitBatch commitBatch) {
      EntryKey key = partition.keyOf(name);
      Attributes file = commitBatch.batch().getEntry(key);
      boolean isSame =
          file != null
              && file.inode() == inode
              && StoredFiles.isStored(file)
              && StoredFiles.row(commitBatch.batch(), key).location().equals(row.location());
      return isSame ? file : null;
    }

    /** Whether no write is possible since before the object was measured. */
    boolean mayBeSettled(CommitBatch commitBatch) {
      Attributes file = now(commitBatch);
      return file != null
          && file.has(Attributes.UNSETTLED)
          && !file.has(Attributes.EXPOSED)
          && !partition.isBlocked(name)
          && writers.areNoneSince(partition, name);
    }

    /** Whether the measured size is valid for a file that is still being written. */
    boolean mayBeCounted(CommitBatch commitBatch) {
      Attributes file = now(commitBatch);
      return file != null
          && file.has(Attributes.UNSETTLED)
          && !file.has(Attributes.EXPOSED)
          && !partition.isBlocked(name)
          && (partition.usage().share() != null || mayLosePrivileges(file))
          && openState != null
          && openState == partition.openState().find(name)
          && openState.sizeChanges() == sizeChanges;
    }
  }

  private static boolean mayLosePrivileges(Attributes file) {
    return AttributeRules.mayLoseSetId(file) || AttributeRules.mayLoseCapability(file);
  }

  /**
   * Answers with a file's current attributes: those of the entry, or of the object.
   *
   * @param result makes the result of attributes; on any thread
   */
  public <R extends Result> void answer(
      Exchange<R> exchange,
      PartitionState partition,
      Name name,
      Attributes file,
      CommitBatch commitBatch,
      Function<Attributes, R> result) {
    if (!StoredFiles.isMeasured(file)) {
      commitBatch.done(exchange, result.apply(file));
      return;
    }
    Measured measured = Measured.of(partition, name, file, commitBatch);
    commitBatch.onFailure(() -> exchange.answer(new Answer.Retry<>(RETRY_LATER_MILLIS)));
    commitBatch.afterCommit(
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
    return volumes.call(location.volume(), volume -> volume.status(location.path()));
  }

  /**
   * If the object does not exist, the file may have moved to another since: then all is asked
   * again.
   */
  private <R extends Result> void fail(
      Exchange<R> exchange, Measured measured, VolumeException failure) {
    if (failure.kind() != VolumeException.Kind.NOT_FOUND) {
      exchange.answer(VolumeErrors.answer(failure));
      return;
    }
    lane(measured.partition())
        .submit(
            commitBatch -> {
              try {
                commitBatch.answer(
                    exchange,
                    measured.now(commitBatch) == null
                        ? new Answer.Retry<>(RETRY_LATER_MILLIS)
                        : VolumeErrors.answer(failure));
              } catch (StoreException e) {
                commitBatch.failed(exchange, StoreErrors.codeOf(e), StoreErrors.detailOf(e));
              }
            });
  }

  private Lane lane(PartitionState partition) {
    return context.lanes().of(partition.slot());
  }

  /**
   * Updates a file after one of several possible writers has gone: removes the privileges that a
   * write ends, and reduces the counted size if it exceeds all grants.
   */
  public void countSoon(
      PartitionState partition, Name name, Attributes file, CommitBatch commitBatch) {
    OpenState openState = partition.openState().find(name);
    if (!StoredFiles.isStored(file)) {
      return;
    }
    boolean mayCountLess =
        partition.usage().share() != null
            && file.size() > StoredFiles.leastSize(commitBatch.batch(), partition.keyOf(name), file)
            && (openState == null || file.size() > openState.grantedEnd());
    if (mayCountLess || mayLosePrivileges(file)) {
      settleSoon(partition, name, file, commitBatch);
    }
  }

  /** Updates the entry from its object, as the file has no writer any more. */
  public void settleSoon(
      PartitionState partition, Name name, Attributes file, CommitBatch commitBatch) {
    if (!file.has(Attributes.UNSETTLED) || file.has(Attributes.EXPOSED)) {
      return;
    }
    Measured measured = Measured.of(partition, name, file, commitBatch);
    commitBatch.afterCommit(
        () ->
            measure(measured.row().location())
                .whenComplete(
                    (status, failure) -> {
                      if (status != null) {
                        settleIfLeft(measured, status);
                      } else {
                        LOG.debug(
                            "{} could not be measured, trying again later: {}",
                            measured,
                            failure.getMessage());
                        context.timers().after(RETRY_MILLIS, () -> settleLater(measured));
                      }
                    }));
  }

  /** Asks the volume again, if the file is still unsettled. */
  private void settleLater(Measured measured) {
    inTurn(
        measured,
        commitBatch -> {
          Attributes file = measured.now(commitBatch);
          if (file != null) {
            settleSoon(measured.partition(), measured.name(), file, commitBatch);
          }
        });
  }

  private void settleIfLeft(Measured measured, ObjectStatus status) {
    inTurn(
        measured,
        commitBatch -> {
          if (measured.mayBeSettled(commitBatch)) {
            settle(measured, status, commitBatch);
          } else if (measured.mayBeCounted(commitBatch)) {
            count(measured, status, commitBatch);
          }
        });
  }

  /** Runs an action on the file's lane, if its partition is still served here. */
  private void inTurn(Measured measured, Consumer<CommitBatch> action) {
    PartitionState partition = measured.partition();
    InodeId directory = partition.directory();
    PartitionIndex index = partition.index();
    Lane lane = lane(partition);
    lane.submit(
        commitBatch -> {
          try {
            if (lane.gate().state(partition.slot()).serves()
                && lane.partitions().find(directory, index) == partition) {
              action.accept(commitBatch);
            }
          } catch (StoreException e) {
            LOG.warn(
                "The size of {} is not stored now; the next stat measures it again", measured, e);
          }
        });
  }

  /** Sets the size that a quota counts to that of the object and of grants to other writers. */
  private static void count(Measured measured, ObjectStatus status, CommitBatch commitBatch) {
    PartitionState partition = measured.partition();
    EntryKey key = partition.keyOf(measured.name());
    Attributes file = commitBatch.batch().getEntry(key);
    OpenState openState = measured.openState();
    if (file == null || openState == null) {
      return;
    }
    long size = Math.max(status.size(), StoredFiles.leastSize(commitBatch.batch(), key, file));
    boolean isWritten =
        status.modifiedNanos() != StoredFiles.row(commitBatch.batch(), key).modifiedNanos();
    if (Math.max(size, openState.grantedEnd()) != file.size()
        || (isWritten && mayLosePrivileges(file))) {
      Attributes counted =
          StoredFiles.settle(
              commitBatch.batch(),
              key,
              file,
              new ObjectStatus(size, status.modifiedNanos(), status.holes()),
              false,
              null,
              openState.grantedEnd());
      partition.entryChanged(commitBatch, file, counted);
    }
  }

  private static void settle(Measured measured, ObjectStatus status, CommitBatch commitBatch) {
    PartitionState partition = measured.partition();
    EntryKey key = partition.keyOf(measured.name());
    Attributes file = commitBatch.batch().getEntry(key);
    if (file != null) {
      Attributes settled = StoredFiles.settle(commitBatch.batch(), key, file, status, true, null);
      partition.entryChanged(commitBatch, file, settled);
    }
  }
}
