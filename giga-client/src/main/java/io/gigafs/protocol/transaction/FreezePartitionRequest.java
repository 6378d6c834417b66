package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

/**
 * Freezes a partition if it is empty, so that it rejects changes while its directory is being
 * removed.
 *
 * @param name the directory's name in its parent, whose entry determines the outcome
 */
public record FreezePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, Name name)
    implements PartitionRequest<FreezePartitionRequest.FreezePartitionResult> {
  static final Codec<FreezePartitionRequest> CODEC =
      Codec.of(FreezePartitionRequest.class, HEAD, INT64, NAME);

  public static final Opcode<FreezePartitionResult> OPCODE =
      Opcode.of(66, "FREEZE_PARTITION", CODEC, FreezePartitionResult.CODEC);

  /**
   * The result of a freeze.
   *
   * @param empty false if it holds entries; then it is not frozen
   * @param map the directory's partition map as this partition knows it, including its own children
   */
  public record FreezePartitionResult(boolean empty, PartitionMap map) implements Result {
    public static final Codec<FreezePartitionResult> CODEC =
        Codec.of(FreezePartitionResult.class, FLAG, MAP);
  }
}
