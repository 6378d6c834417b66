package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;

/** Records what a client wrote directly to an object, for quotas and for listings. */
final class ReportOperation implements PartitionOperation<ReportRequest, DataResult> {
  private final ServerContext context;

  ReportOperation(ServerContext context) {
    this.context = context;
  }

  @Override
  public Decision decide(
      ReportRequest request,
      Exchange<DataResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<DataResult> answerTo = request.sync() ? context.syncs().synced(exchange) : exchange;
    return HandlePlace.toChange(
        request,
        answerTo,
        partition,
        commitBatch,
        place -> {
          ContentOperations.settle(
              request,
              answerTo,
              partition,
              answer(request, partition, place, commitBatch),
              commitBatch);
          return Decision.TAKEN;
        });
  }

  private static Answer<DataResult> answer(
      ReportRequest request, PartitionState partition, HandlePlace place, CommitBatch commitBatch) {
    if (!place.handle().writes()) {
      return new Answer.Failed<>(ErrorCode.EBADF, "");
    }
    EntryKey key = partition.keyOf(place.name());
    Attributes file = place.attributes(partition, commitBatch);
    if (!StoredFiles.isStored(file) || InodeFlags.isImmutable(file)) {
      return new Answer.Done<>(
          new DataResult(
              false,
              WireAttributes.of(file),
              0,
              InlineFiles.dataOf(commitBatch.batch(), key, file)));
    }
    Attributes reported = Reported.meanwhile(partition, place, file, request.report(), commitBatch);
    Attributes shown = StoredFiles.shown(commitBatch.batch(), key, reported);
    return new Answer.Done<>(
        new DataResult(
            true,
            WireAttributes.of(shown),
            0,
            null,
            file.changedNanos(),
            ByteRangeLockOperations.isChangedByOthers(
                reported, place.file(), request.handle().session())));
  }
}
