package io.gigafs.server.commit;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.CommitStep;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.FinishStepRequest;
import io.gigafs.protocol.FinishStepResult;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.PrepareRequest;
import io.gigafs.protocol.PrepareResult;
import io.gigafs.protocol.PromoteToInode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.content.StoredFiles;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.NewPartition;
import io.gigafs.server.lane.Operation;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;
import io.gigafs.server.lane.SlotState;
import io.gigafs.server.transaction.TransactionContext;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Places that files have to themselves: each is the zeroth partition of a directory whose id is the
 * file's, with one entry. One comes into being when it is first to be prepared, and goes when there
 * is no file in it, or one that has no name and is held by nobody.
 */
public final class InodeRecords {
  /** Anybody may look for the file there, and nobody but the superuser do anything else. */
  private static final int MODE = 0111;

  private static final DirectoryFacts FACTS = DirectoryFacts.of(InodeId.SUPER_ROOT, MODE, 0, 0);

  private final TransactionContext context;

  public InodeRecords(TransactionContext context) {
    this.context = context;
  }

  /** Has a step prepared, for which there may have to be a home first. */
  public void prepare(
      Operation<PrepareRequest, PrepareResult> operation,
      PrepareRequest request,
      Exchange<PrepareResult> exchange) {
    submit(operation, request, request.step(), exchange);
  }

  /** Has a step finished, for which there may have to be a home again, which a machine forgot. */
  public void finish(
      Operation<FinishStepRequest, FinishStepResult> operation,
      FinishStepRequest request,
      Exchange<FinishStepResult> exchange) {
    submit(operation, request, request.committed() ? request.step() : null, exchange);
  }

  private <Q extends PartitionRequest<R>, R extends Result> void submit(
      Operation<Q, R> operation, Q request, @Nullable CommitStep step, Exchange<R> exchange) {
    int slot = context.view().slotOf(request.directory(), request.partition());
    if (step instanceof PromoteToInode) {
      Lane lane = context.lanes().of(slot);
      lane.submit(commitBatch -> find(lane, slot, request.directory(), commitBatch));
    }
    context.lanes().submit(slot, operation, request, exchange);
  }

  /**
   * A file's home, which is made if there is none; null if it cannot be made here and now. What the
   * turn holds so far is committed for that.
   */
  public @Nullable PartitionState find(Lane lane, int slot, InodeId file, CommitBatch commitBatch) {
    PartitionState known = lane.partitions().find(file, PartitionIndex.ZEROTH);
    SlotState state = lane.gate().state(slot);
    boolean mayBeElsewhere =
        state == SlotState.ARRIVING && !lane.gate().isNowhere(file, PartitionIndex.ZEROTH);
    if (known != null || !state.mayGrow() || mayBeElsewhere) {
      return known;
    }
    NewPartition.ofDirectory(file, FACTS, commitBatch.wallNanos(), Phase.ACTIVE)
        .write(commitBatch.batch(), context.view().slots());
    return commitBatch.commit() ? lane.partitions().find(file, PartitionIndex.ZEROTH) : null;
  }

  /** Removes homes that nobody needs any more, of those in memory; every second or so. */
  public void sweep() {
    for (Lane lane : context.lanes().all()) {
      lane.submit(commitBatch -> sweep(lane, commitBatch));
    }
  }

  private void sweep(Lane lane, CommitBatch commitBatch) {
    List<PartitionState> left =
        lane.partitions().loaded().stream().filter(home -> isLeft(home, commitBatch)).toList();
    if (left.isEmpty()) {
      return;
    }
    for (PartitionState home : left) {
      end(home, commitBatch);
      home.delete(commitBatch);
      commitBatch.afterCommit(() -> lane.partitions().drop(home));
    }
    // Nothing else of this commit batch may find them.
    commitBatch.commit();
  }

  private static void end(PartitionState home, CommitBatch commitBatch) {
    EntryKey key = home.keyOf(InodeId.FILE_NAME);
    Attributes file = commitBatch.batch().getEntry(key);
    if (file != null) {
      StoredFiles.end(commitBatch.batch(), key, file);
    }
  }

  private boolean isLeft(PartitionState partition, CommitBatch commitBatch) {
    if (!partition.isHome()
        || !partition.isAtRest()
        || !partition.phase().isActive()
        || !partition.holds().isEmpty()
        || !context.view().state(partition.slot()).serves()) {
      return false;
    }
    Attributes file = commitBatch.batch().getEntry(partition.keyOf(InodeId.FILE_NAME));
    return file == null || file.links() == 0;
  }
}
