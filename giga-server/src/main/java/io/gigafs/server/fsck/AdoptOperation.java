package io.gigafs.server.fsck;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.EntryValidator;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Adds a lost entry to a directory; answers when it is durable. */
final class AdoptOperation implements PartitionOperation<AdoptRequest, Empty> {
  private final CheckTasks tasks;
  private final SplitTrigger splits;

  AdoptOperation(CheckTasks tasks, SplitTrigger splits) {
    this.tasks = tasks;
    this.splits = splits;
  }

  @Override
  public Decision decide(
      AdoptRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    if (partition.hasFixedName()) {
      commitBatch.failed(exchange, ErrorCode.EPERM, "there is no directory /lost+found");
      return Decision.TAKEN;
    }
    @Nullable String flaw = EntryValidator.flaw(request);
    if (flaw != null) {
      commitBatch.failed(
          exchange, ErrorCode.EINVAL, "'" + request.name() + "' is no file: " + flaw);
      return Decision.TAKEN;
    }
    if (!partition.owns(request.name())) {
      commitBatch.answer(exchange, new Answer.Split<>(partition.map()));
      return Decision.TAKEN;
    }
    if (partition.isBlocked(request.name())) {
      return Decision.WAIT;
    }
    if (!partition.phase().isActive()) {
      commitBatch.failed(exchange, ErrorCode.EBUSY, "the directory is being made or removed");
      return Decision.TAKEN;
    }
    Attributes adopted = stored(request);
    Attributes known = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    if (known != null && known.inode() != adopted.inode()) {
      commitBatch.failed(exchange, ErrorCode.EEXIST, "");
      return Decision.TAKEN;
    }
    if (known == null) {
      commitBatch.batch().putEntry(partition.keyOf(request.name()), adopted);
      EntryRows.put(
          commitBatch.batch(), partition.keyOf(request.name()), request.entryAttachments());
      partition.entryAdded(commitBatch, adopted);
      splits.afterGrowth(partition, commitBatch);
    }
    tasks.doneWhenDurable(commitBatch, exchange);
    return Decision.TAKEN;
  }

  private static Attributes stored(AdoptRequest request) {
    return new Attributes(
        request.attributes().inode().value(),
        FileType.ofCode(request.attributes().type().code()),
        request.attributes().mode(),
        request.attributes().uid(),
        request.attributes().gid(),
        request.attributes().size(),
        request.attributes().links(),
        request.attributes().accessedNanos(),
        request.attributes().modifiedNanos(),
        request.attributes().changedNanos(),
        request.attributes().device(),
        request.entryAttachments().marks(),
        request.attributes().bornNanos());
  }
}
