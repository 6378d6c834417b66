package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * Checkpoints of a server's store.
 *
 * @param checkpoints the created one, all of them, or none, depending on the action
 */
public record CheckpointResult(List<CheckpointInfo> checkpoints) implements Result {
  public static final Codec<CheckpointResult> CODEC =
      Codec.of(CheckpointResult.class, CheckpointResult::write, CheckpointResult::read);

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
