package io.gigafs.server.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.OutcomeRequest;
import io.gigafs.protocol.OutcomeResult;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Phase;
import io.gigafs.server.lane.Turn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that no partition stays prepared or frozen: after a while it asks the holder of the
 * directory's entry what became of the transaction, and acts on that. Safe for use by several
 * threads.
 */
public final class OutcomeResolver {
  private static final Logger LOG = LoggerFactory.getLogger(OutcomeResolver.class);

  /** How long a transaction is left alone, and between two questions. */
  private static final long PATIENCE_MILLIS = 3_000;

  private static final long ASK_MILLIS = 5_000;

  private final TransactionContext context;

  public OutcomeResolver(TransactionContext context) {
    this.context = context;
  }

  /** Looks after a partition that is prepared or frozen, until it is neither. */
  public void watch(InodeId directory, PartitionIndex index) {
    context
        .timers()
        .after(
            PATIENCE_MILLIS, () -> laneOf(directory, index).submit(turn -> look(directory, index)));
  }

  private Lane laneOf(InodeId directory, PartitionIndex index) {
    return context.lanes().of(context.view().slotOf(directory, index));
  }

  private void look(InodeId directory, PartitionIndex index) {
    PartitionState partition = laneOf(directory, index).partitions().find(directory, index);
    if (partition != null && !partition.phase().isActive()) {
      ask(partition, partition.phase(), PartitionMap.UNSPLIT);
    }
  }

  private void ask(PartitionState partition, Phase phase, PartitionMap parentMap) {
    Name name = Name.of(phase.entryName());
    OutcomeRequest request =
        new OutcomeRequest(
            partition.owner().parent(),
            parentMap.indexOf(name.hash()),
            name,
            partition.directory(),
            phase.isFrozen(),
            phase.transaction());
    context
        .messenger()
        .ask(request, context.in(ASK_MILLIS))
        .thenAccept(
            answer ->
                laneOf(partition.directory(), partition.index())
                    .submit(turn -> receive(partition, phase, parentMap, answer, turn)));
  }

  private void receive(
      PartitionState partition,
      Phase asked,
      PartitionMap parentMap,
      Answer<OutcomeResult> answer,
      Turn turn) {
    if (!partition.phase().equals(asked)) {
      return;
    }
    if (answer instanceof Answer.Split<OutcomeResult> split) {
      ask(partition, asked, parentMap.merge(split.map()));
    } else if (answer instanceof Answer.Done<OutcomeResult> done
        && done.result().outcome() != OutcomeResult.Outcome.PENDING) {
      act(partition, done.result().outcome() == OutcomeResult.Outcome.COMMITTED, turn);
    } else if (answer instanceof Answer.Failed<OutcomeResult> failed
        && failed.code() == ErrorCode.ESTALE) {
      // The parent is gone, and the entry with it: a removal is done, a making is not.
      act(partition, asked.isFrozen(), turn);
    } else {
      if (answer instanceof Answer.Failed<OutcomeResult> failed) {
        LOG.warn(
            "cannot learn what became of {}: {} {}", partition, failed.code(), failed.detail());
      }
      watch(partition.directory(), partition.index());
    }
  }

  private void act(PartitionState partition, boolean committed, Turn turn) {
    boolean stays = partition.phase().isPrepared() == committed;
    LOG.info("{} {}", partition, stays ? "stays" : "goes");
    if (stays) {
      partition.setPhase(turn, Phase.ACTIVE);
      turn.afterCommit(partition::resumeParked);
    } else {
      partition.delete(turn);
      turn.afterCommit(
          () -> laneOf(partition.directory(), partition.index()).partitions().drop(partition));
    }
  }
}
