package io.gigafs.server.transaction;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.transaction.CommitStep;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.PromoteToInode;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.server.transaction.NamespaceTransaction.Next;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change whose names are all in partitions of one lane: decided and applied in one commit batch,
 * without messages.
 *
 * @param <R> the result that the client gets
 */
final class OnePhaseCommit<R extends Result> {
  private static final int MAX_REDIRECTS = 2 * PartitionIndex.MAX_DEPTH;

  private final TransactionManager manager;
  private final ServerContext context;
  private final PartitionState partition;
  private final NamespaceTransaction<R> change;
  private final Caller caller;
  private final Exchange<R> exchange;
  private final Lane lane;
  private final CommitBatch commitBatch;
  private final List<PreparedParticipant> prepared = new ArrayList<>();
  private final List<PartitionState> places = new ArrayList<>();

  OnePhaseCommit(
      TransactionManager manager,
      PartitionState partition,
      NamespaceTransaction<R> change,
      Caller caller,
      Exchange<R> exchange,
      CommitBatch commitBatch) {
    this.manager = manager;
    this.context = manager.context();
    this.partition = partition;
    this.change = change;
    this.caller = caller;
    this.exchange = exchange;
    this.lane = context.lanes().of(partition.slot());
    this.commitBatch = commitBatch;
  }

  /** Makes or refuses the change; returns false, with nothing done, if it needs two phases. */
  boolean make() {
    if (change.ownDirectory() != null) {
      // A moving directory needs leases recalled and a cycle check: see PreparePhase.
      return false;
    }
    Next next = change.next(List.of());
    while (next.refused() == null && !next.parts().isEmpty()) {
      for (Participant part : next.parts()) {
        PartitionState place = place(part);
        if (place == null) {
          return false;
        }
        if (place.isHeld(part.step().name()) || place.isUndecided(part.step().name())) {
          commitBatch.answer(
              exchange, new Answer.Retry<>(ConflictDelay.millis(exchange.deadlineNanos())));
          change.abandoned();
          return true;
        }
        QuotaStamp stamp = manager.usage().stampOf(partition, change);
        if (manager.usage().crosses(part.step(), stamp, place)) {
          abandon(refused(ErrorCode.EXDEV));
          return true;
        }
        if (stamp.adds() && !place.usage().tryPrepay(commitBatch, QuotaUsage.ENTRY)) {
          return false;
        }
        PrepareResult result = manager.steps().check(part.step(), caller, place, commitBatch);
        switch (result.outcome()) {
          case PREPARED -> {
            if (result.found() != null && result.found().attributes().isDirectory()) {
              // Clients may have leases on it; a recall takes more than one commit batch.
              return false;
            }
            add(part, place, result);
          }
          case REFUSED -> {
            abandon(refused(result.refused()));
            return true;
          }
          case BUSY -> throw new IllegalStateException("a step rule must not report a locked name");
          case NEEDLESS -> {
            abandon(change.needless());
            return true;
          }
        }
      }
      next = change.next(List.copyOf(prepared));
    }
    if (next.refused() != null) {
      abandon(refused(next.refused()));
    } else {
      apply();
    }
    return true;
  }

  private void add(Participant part, PartitionState place, PrepareResult result) {
    places.add(place);
    prepared.add(
        new PreparedParticipant(
            places.size(),
            place.directory(),
            place.index(),
            manager.steps().prepared(part.step(), result),
            result.found(),
            0));
  }

  private void apply() {
    Answer.Done<R> answer = change.apply(prepared, partition, commitBatch);
    QuotaStamp stamp = manager.usage().stampOf(partition, change);
    for (int i = 0; i < places.size(); i++) {
      CommitStep step = prepared.get(i).step();
      manager.usage().join(step, stamp, places.get(i), commitBatch);
      @Nullable Reservation reservation = manager.usage().take(step, stamp, places.get(i));
      if (reservation != null) {
        places.get(i).usage().redeem(commitBatch, reservation);
      }
      manager
          .steps()
          .apply(prepared.get(i).step(), places.get(i), commitBatch, commitBatch.wallNanos());
    }
    settle(answer);
  }

  private Answer<R> refused(@Nullable ErrorCode code) {
    return new Answer.Failed<>(code == null ? ErrorCode.EIO : code, "");
  }

  private void abandon(Answer<R> answer) {
    settle(answer);
    change.abandoned();
  }

  private void settle(Answer<R> answer) {
    commitBatch.settle(partition, change.request(), exchange, answer);
  }

  /** The partition that owns a step's name, if it is on this lane. */
  private @Nullable PartitionState place(Participant part) {
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
      if (place == null || place.delegation().isClosed()) {
        // The two-phase path recalls the delegation.
        return null;
      }
      if (place.owns(name)) {
        // The two-phase path recalls name copies, too.
        return place.copies().mayShow(name) ? null : place;
      }
      index = place.map().indexOf(name.hash());
    }
    return null;
  }
}
