package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/** The outcome of a transaction. */
public record OutcomeResult(Outcome outcome) implements Result {
  public static final Codec<OutcomeResult> CODEC = Codec.of(OutcomeResult.class, Outcome.CODEC);

  /** The possible outcomes. */
  public enum Outcome {
    COMMITTED(0),
    ABORTED(1),
    /** Not decided yet; the caller has to retry. */
    PENDING(2);

    private static final Codec<Outcome> CODEC = codeOf(Outcome.class, outcome -> outcome.code);

    private final int code;

    Outcome(int code) {
      this.code = code;
    }
  }
}
