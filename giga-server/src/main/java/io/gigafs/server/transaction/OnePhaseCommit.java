package io.gigafs.server.transaction;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.CommitStep.PromoteToInode;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.PrepareResult.Outcome;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.server.transaction.NamespaceTransaction.Participant;
import io.gigafs.server.transaction.NamespaceTransaction.PreparedParticipant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change whose names are all in partitions of one lane: decided and applied in one commit batch,
 * without messages.
 *
 * @param <R> the result that the client gets
 */
final class OnePhaseCommit<R extends Result> extends PrepareRounds<R> {
  private static final int MAX_REDIRECTS = 2 * PartitionIndex.MAX_DEPTH;

  private final List<PartitionState> places = new ArrayList<>();
  private boolean needsTwoPhases;

  OnePhaseCommit(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange) {
    super(manager, partition, change, caller, exchange, exchange.deadlineNanos());
  }

  /** Makes or refuses the change; returns false, with nothing done, if it needs two phases. */
  boolean make(CommitBatch commitBatch) {
    proceed(commitBatch);
    return !needsTwoPhases;
  }

  @Override
  boolean prepare(List<Participant> round, CommitBatch commitBatch) {
    for (Participant part : round) {
      PartitionState place = place(part, commitBatch);
      PrepareResult result = place == null ? null : check(part, place, commitBatch);
      if (place == null || result == null) {
        needsTwoPhases = true;
        return false;
      }
      places.add(place);
      Participant owner = new Participant(place.directory(), place.index(), part.step());
      take(places.size(), owner, result);
      if (isAbandoned()) {
        abort(commitBatch);
        return false;
      }
    }
    return true;
  }

  /** The result of a step; null if it takes two phases. */
  private @Nullable PrepareResult check(
      Participant part, PartitionState place, CommitBatch commitBatch) {
    QuotaStamp stamp = manager.usage().stampOf(partition, change);
    PrepareResult result = manager.check(part.step(), stamp, caller, place, commitBatch);
    if (result.outcome() != Outcome.PREPARED) {
      return result;
    }
    if (result.found() != null && result.found().attributes().isDirectory()) {
      // Clients may have leases on it; a recall takes more than one commit batch.
      return null;
    }
    boolean isPaid = !stamp.adds() || place.usage().tryPrepay(commitBatch, QuotaUsage.ENTRY);
    return isPaid ? result : null;
  }

  @Override
  void commit(List<PreparedParticipant> all, CommitBatch commitBatch) {
    Answer.Done<R> answer = change.apply(all, partition, commitBatch);
    QuotaStamp stamp = manager.usage().stampOf(partition, change);
    for (int i = 0; i < places.size(); i++) {
      CommitStep step = all.get(i).step();
      PartitionState place = places.get(i);
      manager.usage().join(step, stamp, place, commitBatch);
      @Nullable Reservation reservation = manager.usage().take(step, stamp, place);
      if (reservation != null) {
        place.usage().redeem(commitBatch, reservation);
      }
      manager.steps().apply(step, place, commitBatch, commitBatch.wallNanos());
    }
    settle(answer, commitBatch);
  }

  @Override
  void undo(CommitBatch commitBatch) {
    change.abandoned();
  }

  /** The partition that owns a step's name, if it is on this lane. */
  private @Nullable PartitionState place(Participant part, CommitBatch commitBatch) {
    Name name = part.step().name();
    PartitionIndex index = part.partition();
    for (int redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
      int slot = context.view().slotOf(part.directory(), index);
      if (context.lanes().of(slot) != lane || !lane.gate().state(slot).serves()) {
        return null;
      }
      PartitionState place =
          part.step() instanceof PromoteToInode
              ? manager.inodeRecords().find(lane, slot, part.directory(), commitBatch)
              : lane.partitions().find(part.directory(), index);
      if (place == null || place.leases().delegation().isClosed()) {
        // The two-phase path recalls the delegation.
        return null;
      }
      if (place.owns(name)) {
        // The two-phase path recalls name copies, too.
        return place.leases().copies().mayShow(name) ? null : place;
      }
      index = place.map().indexOf(name.hash());
    }
    return null;
  }
}
