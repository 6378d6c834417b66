package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.TIME_OR_NONE;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * Updates a partition's copy of its directory's attributes, and its times. Idempotent.
 *
 * @param owner the new copy
 * @param accessedNanos null to leave it unchanged; so is modifiedNanos
 */
public record UpdatePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    DirectoryFacts owner,
    @Nullable Long accessedNanos,
    @Nullable Long modifiedNanos,
    long changedNanos)
    implements PartitionRequest<UpdatePartitionRequest.UpdatePartitionResult> {
  static final Codec<UpdatePartitionRequest> CODEC =
      Codec.of(UpdatePartitionRequest.class, HEAD, INT64, FACTS, TIME_OR_NONE, TIME_OR_NONE, TIME);

  public static final Opcode<UpdatePartitionResult> OPCODE =
      Opcode.of(68, "UPDATE_PARTITION", CODEC, UpdatePartitionResult.CODEC);

  /** The partition has the new attributes. */
  public record UpdatePartitionResult(PartitionMap map) implements Result {
    public static final Codec<UpdatePartitionResult> CODEC =
        Codec.of(UpdatePartitionResult.class, MAP);
  }
}
