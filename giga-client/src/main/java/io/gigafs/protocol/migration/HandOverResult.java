package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The outcome of a request for a partition.
 *
 * @param entries the number of entries that moved
 * @param partitionsLeft the approximate number of the slot's partitions that have yet to move
 */
public record HandOverResult(Outcome outcome, long entries, long partitionsLeft) implements Result {
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
