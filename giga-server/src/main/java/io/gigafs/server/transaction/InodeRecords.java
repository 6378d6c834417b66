package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepRequest.FinishStepResult;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.SlotState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Inode records: each is partition zero of a pseudo-directory whose id is the file's, with one
 * entry. It is created when the first step is prepared there. It is removed when it has no file, or
 * a file without links and without open state.
 */
public final class InodeRecords {
  /** Everybody may look up the file; everything else is for the superuser. */
  private static final int MODE = 0111;

  private static final DirectoryFacts FACTS = DirectoryFacts.of(InodeId.SUPER_ROOT, MODE, 0, 0);

  private final ServerContext context;

  public InodeRecords(ServerContext context) {
    this.context = context;
  }

  /** Prepares a step, after creating the inode record if the step needs one. */
  public void prepare(
      PartitionOperation<PrepareRequest, PrepareResult> operation,
      PrepareRequest request,
      Exchange<PrepareResult> exchange) {
    submit(operation, request, request.step(), exchange);
  }

  /** Finishes a step, after creating the inode record again if a crash lost it. */
  public void finish(
      PartitionOperation<FinishStepRequest, FinishStepResult> operation,
      FinishStepRequest request,
      Exchange<FinishStepResult> exchange) {
    submit(operation, request, request.committed() ? request.step() : null, exchange);
  }

  private <Q extends PartitionRequest<R>, R extends Result> void submit(
      PartitionOperation<Q, R> operation,
      Q request,
      @Nullable CommitStep step,
      Exchange<R> exchange) {
    int slot = context.view().slotOf(request.directory(), request.partition());
    if (step instanceof PromoteToInode) {
      Lane lane = context.lanes().of(slot);
      lane.submit(commitBatch -> find(lane, slot, request.directory(), commitBatch));
    }
    context.lanes().submit(slot, operation, request, exchange);
  }

  /**
   * Finds or creates the inode record of a file; null if it cannot be created here and now. To
   * create one, the pending content of the commit batch is committed.
   */
  public @Nullable PartitionState find(Lane lane, int slot, InodeId file, CommitBatch commitBatch) {
    PartitionState known = lane.partitions().find(file, PartitionIndex.ZEROTH);
    SlotState state = lane.gate().state(slot);
    boolean mayBeElsewhere =
        state == SlotState.ARRIVING && !lane.gate().isNowhere(file, PartitionIndex.ZEROTH);
    if (known != null || !state.mayGrow() || mayBeElsewhere) {
      return known;
    }
    NewPartition.ofDirectory(file, FACTS, commitBatch.wallNanos(), PartitionPhase.ACTIVE)
        .write(commitBatch.batch(), context.view().slots());
    return commitBatch.commit() ? lane.partitions().find(file, PartitionIndex.ZEROTH) : null;
  }

  /** Removes loaded inode records that are not needed any more; called about every second. */
  public void sweep() {
    for (Lane lane : context.lanes().all()) {
      lane.submit(commitBatch -> sweep(lane, commitBatch));
    }
  }

  private void sweep(Lane lane, CommitBatch commitBatch) {
    List<PartitionState> left =
        lane.partitions().loaded().stream().filter(record -> isLeft(record, commitBatch)).toList();
    if (left.isEmpty()) {
      return;
    }
    for (PartitionState record : left) {
      end(record, commitBatch);
      record.delete(commitBatch);
      commitBatch.afterCommit(() -> lane.partitions().drop(record));
    }
    // The rest of this commit batch must not find the removed records.
    commitBatch.commit();
  }

  private static void end(PartitionState record, CommitBatch commitBatch) {
    EntryKey key = record.keyOf(InodeId.FILE_NAME);
    Attributes file = commitBatch.batch().getEntry(key);
    if (file != null) {
      StoredFiles.end(commitBatch.batch(), key, file);
    }
  }

  private boolean isLeft(PartitionState partition, CommitBatch commitBatch) {
    if (!partition.isInodeRecord()
        || !partition.isAtRest()
        || !partition.phase().isActive()
        || !partition.openState().isEmpty()
        || !context.view().state(partition.slot()).serves()) {
      return false;
    }
    Attributes file = commitBatch.batch().getEntry(partition.keyOf(InodeId.FILE_NAME));
    return file == null || file.links() == 0;
  }
}
