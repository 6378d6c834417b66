package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * Checkpoints of a server's store.
 *
 * @param checkpoints the created one, all of them, or none, depending on the action
 */
public record CheckpointResult(List<CheckpointInfo> checkpoints) implements Result {
  public static final Codec<CheckpointResult> CODEC =
      Codec.of(CheckpointResult.class, listOf(CheckpointInfo.CODEC));

  public CheckpointResult {
    checkpoints = List.copyOf(checkpoints);
  }
}
