package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.VARINT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import org.jspecify.annotations.Nullable;

/**
 * Asks the previous owner of a slot to send one of the slot's partitions before it answers.
 *
 * @param since the epoch since which the slot is moving
 * @param wanted the partition, or null for any that is left
 */
public record HandOverRequest(int slot, long since, @Nullable Wanted wanted)
    implements Request<HandOverResult> {
  static final Codec<HandOverRequest> CODEC =
      Codec.of(HandOverRequest.class, VARINT, VARLONG, optional(Wanted.CODEC));

  public static final Opcode<HandOverResult> OPCODE =
      Opcode.of(74, "HAND_OVER", CODEC, HandOverResult.CODEC);

  /** A partition of the slot. */
  public record Wanted(InodeId directory, PartitionIndex partition) {
    private static final Codec<Wanted> CODEC = Codec.of(Wanted.class, HEAD);
  }
}
