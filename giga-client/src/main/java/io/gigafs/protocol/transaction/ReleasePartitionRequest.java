package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.TIME_OR_NONE;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * Ends the freeze of a partition.
 *
 * @param removedNanos when the directory was removed, and the partition with it; null if it was not
 */
public record ReleasePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, @Nullable Long removedNanos)
    implements PartitionRequest<ReleasePartitionRequest.ReleasePartitionResult> {
  static final Codec<ReleasePartitionRequest> CODEC =
      Codec.of(ReleasePartitionRequest.class, HEAD, INT64, TIME_OR_NONE);

  public static final Opcode<ReleasePartitionResult> OPCODE =
      Opcode.of(67, "RELEASE_PARTITION", CODEC, ReleasePartitionResult.CODEC);

  /**
   * The freeze has ended, or there was none.
   *
   * @param map the directory's partition map as this partition knew it
   */
  public record ReleasePartitionResult(PartitionMap map) implements Result {
    public static final Codec<ReleasePartitionResult> CODEC =
        Codec.of(ReleasePartitionResult.class, MAP);
  }
}
