package io.gigafs.cli.status;

import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.cluster.StatusResult.MoveStatus;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a slot in transfer.
 *
 * @param progress as reported by the receiving server; null if it did not answer
 */
public record MoveHealth(SlotMove move, ServerId to, @Nullable MoveStatus progress) {
  @Nullable Long partitionsLeft() {
    return progress == null ? null : progress.partitionsLeft();
  }

  @Nullable Long entriesMoved() {
    return progress == null ? null : progress.entriesMoved();
  }

  /** A short description. */
  @Override
  public String toString() {
    String way = "slot " + move.slot() + " from " + move.from() + " to " + to;
    Long left = partitionsLeft();
    return left == null || left == 0
        ? way
        : way + " (" + left + (left == 1 ? " partition" : " partitions") + " left)";
  }
}
