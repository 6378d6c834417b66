package io.gigafs.protocol.migration;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The outcome of a request for a partition.
 *
 * @param entries the number of entries that moved
 * @param partitionsLeft the approximate number of the slot's partitions that have yet to move
 */
public record HandOverResult(Outcome outcome, long entries, long partitionsLeft) implements Result {
  public static final Codec<HandOverResult> CODEC =
      Codec.of(HandOverResult.class, HandOverResult::write, HandOverResult::read);

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

    private final int code;

    Outcome(int code) {
      this.code = code;
    }

    private static Outcome ofCode(int code) {
      for (Outcome outcome : values()) {
        if (outcome.code == code) {
          return outcome;
        }
      }
      throw new ProtocolException("unknown outcome of a hand-over " + code);
    }
  }

  void write(WireWriter out) {
    out.int8(outcome.code).varlong(entries).varlong(partitionsLeft);
  }

  static HandOverResult read(WireReader in) {
    return new HandOverResult(Outcome.ofCode(in.int8()), in.varlong(), in.varlong());
  }
}
