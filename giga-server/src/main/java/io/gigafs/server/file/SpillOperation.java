package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeObjectRow;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.DataLocation;
import org.jspecify.annotations.Nullable;

/**
 * Moves a file from inline bytes to the object that a handle has filled, in one batch, provided
 * that the inline bytes are still those that the client copied. If they are not, other clients may
 * not change them until the client has copied them again or a timeout has passed (see {@link
 * io.gigafs.server.openstate.MoveFences}).
 *
 * <p>The answer waits for the disk: the client continues in the object, and its writes must not be
 * lost with an entry that a crash forgets. If another client was first, this object is given up,
 * and the answer contains the other's.
 */
final class SpillOperation implements PartitionOperation<SpillRequest, DataResult> {
  private final ServerContext context;
  private final Quotas quotas;

  SpillOperation(ServerContext context, Quotas quotas) {
    this.context = context;
    this.quotas = quotas;
  }

  @Override
  public Decision decide(
      SpillRequest request,
      Exchange<DataResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<DataResult> answerTo = context.syncs().synced(exchange);
    return HandlePlace.toChange(
        request,
        answerTo,
        partition,
        commitBatch,
        place -> {
          Spill spill = new Spill(request, partition, place, commitBatch);
          @Nullable Answer<DataResult> answer = spill.decide(exchange);
          if (answer == null) {
            return Decision.WAIT;
          }
          commitBatch.afterCommit(() -> context.reached(CrashPoint.SPILL_COMMITTED));
          ContentOperations.settle(request, answerTo, partition, answer, commitBatch);
          return Decision.TAKEN;
        });
  }

  /** One attempt. */
  private final class Spill {
    private final SpillRequest request;
    private final PartitionState partition;
    private final HandlePlace place;
    private final CommitBatch commitBatch;
    private final EntryKey key;
    private final Attributes file;

    Spill(
        SpillRequest request,
        PartitionState partition,
        HandlePlace place,
        CommitBatch commitBatch) {
      this.request = request;
      this.partition = partition;
      this.place = place;
      this.commitBatch = commitBatch;
      this.key = partition.keyOf(place.name());
      this.file = place.attributes(partition, commitBatch);
    }

    /** Decides the request; null if the quota has to be asked first. */
    @Nullable Answer<DataResult> decide(Exchange<DataResult> exchange) {
      @Nullable ErrorCode refused = place.refuseWriting(file);
      if (refused != null) {
        return new Answer.Failed<>(refused, "");
      }
      if (StoredFiles.isStored(file)) {
        return isStored();
      }
      if (!request.location().equals(place.handle().placed())) {
        return new Answer.Failed<>(
            ErrorCode.EINVAL, "the handle has no object " + request.location());
      }
      if (!isCopied()) {
        partition
            .openState()
            .fences()
            .begin(file.inode(), request.handle().session(), commitBatch.nanos());
        return result(false, file, InlineFiles.dataOf(commitBatch.batch(), key, file));
      }
      QuotaUsage need = new QuotaUsage(0, request.report().size() - file.size());
      return quotas.decide(partition, commitBatch, exchange, need, () -> apply(need));
    }

    /**
     * The file is on a volume already. If this same client moved it, the answer says that it is
     * done.
     */
    private Answer<DataResult> isStored() {
      boolean isOurs =
          StoredFiles.row(commitBatch.batch(), key).location().equals(request.location());
      giveUpPlaced(place.handle().placed());
      Attributes unsettled =
          StoredFiles.unsettle(commitBatch.batch(), key, file, place.file().isWrittenBySuperuser());
      partition.entryChanged(commitBatch, file, unsettled);
      writesObject(false);
      return result(isOurs, unsettled, InlineFiles.dataOf(commitBatch.batch(), key, unsettled));
    }

    private void giveUpPlaced(@Nullable DataLocation placed) {
      if (placed != null) {
        commitBatch.batch().putReclaim(placed.encode());
        takePlaced();
      }
    }

    private void takePlaced() {
      long session = request.handle().session();
      place.file().open(session, place.handle().withPlaced(null));
      partition.openState().write(commitBatch.batch(), place.name(), session);
      partition.openStateChanged(commitBatch);
    }

    /**
     * Whether the client's object has the server's content: the bytes, and zeros up to the size.
     */
    private boolean isCopied() {
      FileData data = InlineFiles.dataOf(commitBatch.batch(), key, file);
      return data instanceof FileData.Inline inline
          && inline.bytes().length == request.copied()
          && inline.crc() == request.crc()
          && request.size() == file.size();
    }

    private Answer<DataResult> apply(QuotaUsage need) {
      if (!partition.usage().tryPrepay(commitBatch, need)) {
        return Quotas.overQuota();
      }
      long modifiedNanos = request.report().modifiedNanos();
      Attributes written =
          AttributeRules.written(
                  file, request.report().size(), request.caller(), commitBatch.wallNanos())
              .withModified(modifiedNanos)
              .withHoles(request.report().holes());
      VolumeObjectRow row = new VolumeObjectRow(request.location(), modifiedNanos, null);
      Attributes stored =
          StoredFiles.store(
              commitBatch.batch(), key, written, row, place.file().isWrittenBySuperuser());
      partition.entryChanged(commitBatch, file, stored);
      takePlaced();
      partition.moved(file.inode());
      writesObject(true);
      return result(true, stored, null);
    }

    /** The answer does not mention drains: its client takes the object as the file's for good. */
    private void writesObject(boolean isFirst) {
      place.file().learnsObject(request.handle().session(), false);
      place.file().writesObject(request.handle().session(), request.handle().number(), isFirst);
      partition.openState().writerOpened();
    }

    private Answer<DataResult> result(
        boolean applied, Attributes attributes, @Nullable FileData data) {
      Attributes shown = StoredFiles.shown(commitBatch.batch(), key, attributes);
      return new Answer.Done<>(
          new DataResult(
              applied,
              WireAttributes.of(shown),
              0,
              data,
              file.changedNanos(),
              ByteRangeLockOperations.isChangedByOthers(
                  attributes, place.file(), request.handle().session())));
    }
  }
}
