package io.gigafs.server.namespace;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.server.entry.BulkOutcomes;
import io.gigafs.server.partition.ChangeCounter;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.reply.BulkEntries;
import io.gigafs.tablefs.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane's share of a create whose files are in several partitions. Files that cannot be decided
 * at once get the outcome EAGAIN.
 */
final class CreatesTask implements LaneTask, Exchange<BulkCreateResult> {
  private static final Logger LOG = LoggerFactory.getLogger(CreatesTask.class);

  private static final Answer<BulkCreateResult> DECIDED =
      new Answer.Done<>(new BulkCreateResult(new int[0], new long[0], null));

  private final PartitionedCreates.JoinedAnswer joined;
  private final Lane lane;
  private final BulkOperation<CreateRequest> operation;
  private final CreateRequest request;
  private final int slots;
  private final int[] files;
  private final int begin;
  private final int end;
  private final BulkOutcomes outcomes;

  /**
   * A task.
   *
   * @param slots number of slots of the cluster
   * @param files indices in the request, those of one partition side by side; the lane's are those
   *     at places from begin to before end
   */
  CreatesTask(
      PartitionedCreates.JoinedAnswer joined,
      Lane lane,
      BulkOperation<CreateRequest> operation,
      int slots,
      int[] files,
      int begin,
      int end) {
    this.joined = joined;
    this.lane = lane;
    this.operation = operation;
    this.request = joined.request();
    this.slots = slots;
    this.files = files;
    this.begin = begin;
    this.end = end;
    this.outcomes = joined.outcomes();
  }

  @Override
  public void run(CommitBatch commitBatch) {
    long client = peer().clientId();
    commitBatch.decidesFor(request.isOwnChange() ? client : ChangeCounter.NOBODY);
    try {
      boolean isPast = commitBatch.nanos() - deadlineNanos() > 0;
      int next = begin;
      while (next < end) {
        int first = next;
        PartitionIndex index = request.partition(files[first]);
        do {
          next++;
        } while (next < end && request.partition(files[next]).equals(index));
        BulkEntries entries = BulkEntries.of(files, first, next);
        if (isPast || !isDecided(index, entries, client, commitBatch)) {
          answerEagain(entries);
        }
      }
    } finally {
      commitBatch.decidesFor(ChangeCounter.NOBODY);
    }
    commitBatch.answer(this, DECIDED);
  }

  private boolean isDecided(
      PartitionIndex index, BulkEntries entries, long client, CommitBatch commitBatch) {
    @Nullable PartitionState partition = find(index);
    if (partition == null
        || !operation.decidePart(
            request, joined.digests(), entries, this, partition, commitBatch, outcomes)) {
      return false;
    }
    partition.leases().delegation().met(client, commitBatch.nanos());
    partition.heat().count(client, entries.size());
    return true;
  }

  /** The partition; null if it is not served here or cannot be read. */
  private @Nullable PartitionState find(PartitionIndex index) {
    int slot = request.directory().slotOf(index, slots);
    if (!lane.gate().state(slot).serves()) {
      return null;
    }
    try {
      return lane.partitions().find(request.directory(), index);
    } catch (StoreException e) {
      LOG.debug("partition {} of {} cannot be read", index, request.directory(), e);
      return null;
    }
  }

  private void answerEagain(BulkEntries entries) {
    for (int k = 0; k < entries.size(); k++) {
      outcomes.begin(entries.index(k));
      var unused = outcomes.notDecided(ErrorCode.EAGAIN);
    }
  }

  @Override
  public void fail(CommitBatch commitBatch, ErrorCode code, String detail) {
    commitBatch.failTask(this, code, detail);
  }

  @Override
  public int requests() {
    return end - begin;
  }

  /** The share is committed, or nothing of it is done. */
  @Override
  public void answer(Answer<BulkCreateResult> answer) {
    if (answer instanceof Answer.Failed<BulkCreateResult> failed) {
      for (int place = begin; place < end; place++) {
        outcomes.begin(files[place]);
        var unused = outcomes.notDecided(failed.code());
      }
    }
    joined.ended(outcomes, files, begin, end);
  }

  @Override
  public Peer peer() {
    return joined.exchange().peer();
  }

  @Override
  public long deadlineNanos() {
    return joined.exchange().deadlineNanos();
  }
}
