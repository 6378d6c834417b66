package io.gigafs.protocol;

import java.util.List;

/**
 * Checkpoints of a server's store.
 *
 * @param checkpoints the created one, all of them, or none, depending on the action
 */
public record CheckpointResult(List<CheckpointInfo> checkpoints) implements Result {
  public CheckpointResult {
    checkpoints = List.copyOf(checkpoints);
  }

  void write(WireWriter out) {
    out.count(checkpoints.size());
    for (CheckpointInfo checkpoint : checkpoints) {
      checkpoint.write(out);
    }
  }

  static CheckpointResult read(WireReader in) {
    return new CheckpointResult(in.list(CheckpointInfo.MIN_BYTES, CheckpointInfo::read));
  }
}
