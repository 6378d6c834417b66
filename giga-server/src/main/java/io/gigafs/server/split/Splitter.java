package io.gigafs.server.split;

import io.gigafs.index.Partition;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.server.operation.SplitTrigger;
import io.gigafs.tablefs.Intent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts splits: within this server as one batch, to another server as a {@link RemoteSplit}. Used
 * in turns of the partition's lane.
 */
public final class Splitter implements SplitTrigger {
  private static final Logger LOG = LoggerFactory.getLogger(Splitter.class);

  private final SplitContext context;

  public Splitter(SplitContext context) {
    this.context = context;
  }

  @Override
  public void afterGrowth(PartitionState partition, Turn turn) {
    if (partition.wantsSplit(turn.nanos())) {
      Partition child = partition.partition().child();
      partition.beginSplit(child.range());
      laneOf(partition).submit(next -> start(partition, child, next));
    }
  }

  private Lane laneOf(PartitionState partition) {
    return context.lanes().of(partition.slot());
  }

  private void start(PartitionState partition, Partition child, Turn turn) {
    if (!partition.isSplitting()) {
      return;
    }
    if (partition.phase().isFrozen() || partition.phase().isPrepared()) {
      partition.endSplit(turn.nanos());
      return;
    }
    if (partition.locks().holdsAnyIn(child.range())) {
      partition
          .locks()
          .whenReleased(() -> laneOf(partition).submit(next -> start(partition, child, next)));
      return;
    }
    if (context.view().owns(context.view().slotOf(partition.directory(), child.index()))) {
      new LocalSplit(context, partition, child).run(turn);
    } else {
      RemoteSplit.begin(context, partition, child, turn);
    }
  }

  /** Takes a split up again that a crash cut short; before the lane serves anyone. */
  public void resume(Intent stored, Turn turn) {
    SplitIntent intent = SplitIntent.decode(stored.body());
    PartitionState partition =
        context
            .lanes()
            .of(stored.slot())
            .partitions()
            .find(intent.directory(), intent.partition().index());
    if (partition == null || partition.partition().depth() != intent.partition().depth()) {
      LOG.warn(
          "dropping the intent to split {} of directory {}: it is not as it was then",
          intent.partition(),
          intent.directory());
      turn.batch().deleteIntent(stored.slot(), stored.transaction());
      return;
    }
    RemoteSplit.resume(context, partition, intent.partition().child(), stored.transaction());
  }
}
