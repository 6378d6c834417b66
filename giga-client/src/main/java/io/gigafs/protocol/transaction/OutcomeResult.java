package io.gigafs.protocol.transaction;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** The outcome of a transaction. */
public record OutcomeResult(Outcome outcome) implements Result {
  public static final Codec<OutcomeResult> CODEC =
      Codec.of(OutcomeResult.class, OutcomeResult::write, OutcomeResult::read);

  /** The possible outcomes. */
  public enum Outcome {
    COMMITTED(0),
    ABORTED(1),
    /** Not decided yet; the caller has to retry. */
    PENDING(2);

    private final int code;

    Outcome(int code) {
      this.code = code;
    }

    private static Outcome ofCode(int code) {
      return switch (code) {
        case 0 -> COMMITTED;
        case 1 -> ABORTED;
        case 2 -> PENDING;
        default -> throw new ProtocolException("unknown outcome " + code);
      };
    }
  }

  void write(WireWriter out) {
    out.int8(outcome.code);
  }

  static OutcomeResult read(WireReader in) {
    return new OutcomeResult(Outcome.ofCode(in.int8()));
  }
}
