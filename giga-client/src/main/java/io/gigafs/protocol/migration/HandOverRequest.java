package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.VARINT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * Asks the previous owner of a slot to send one of the slot's partitions before it answers.
 *
 * @param since the epoch since which the slot is moving
 * @param wanted the partition, or null for any that is left
 */
public record HandOverRequest(int slot, long since, @Nullable Wanted wanted)
    implements Request<HandOverRequest.HandOverResult> {
  static final Codec<HandOverRequest> CODEC =
      Codec.of(HandOverRequest.class, VARINT, VARLONG, optional(Wanted.CODEC));

  public static final Opcode<HandOverResult> OPCODE =
      Opcode.of(74, "HAND_OVER", CODEC, HandOverResult.CODEC);

  /** A partition of the slot. */
  public record Wanted(InodeId directory, PartitionIndex partition) {
    private static final Codec<Wanted> CODEC = Codec.of(Wanted.class, HEAD);
  }

  /**
   * The outcome of a request for a partition.
   *
   * @param entries the number of entries that moved
   * @param partitionsLeft the approximate number of the slot's partitions that have yet to move
   */
  public record HandOverResult(Outcome outcome, long entries, long partitionsLeft)
      implements Result {
    public static final Codec<HandOverResult> CODEC =
        Codec.of(HandOverResult.class, Outcome.CODEC, VARLONG, VARLONG);

    /** The possible outcomes. */
    public enum Outcome {
      /** The receiver owns it now. */
      SENT(0),
      /** The sender does not have it and never will. */
      ABSENT(1),
      /** The sender has it, but cannot release it now. */
      BUSY(2),
      /** The sender has no partitions of the slot left. */
      EMPTY(3);

      private static final Codec<Outcome> CODEC = codeOf(Outcome.class, outcome -> outcome.code);

      private final int code;

      Outcome(int code) {
        this.code = code;
      }
    }
  }
}
