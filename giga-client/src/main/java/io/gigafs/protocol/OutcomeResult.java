package io.gigafs.protocol;

/** What became of a transaction. */
public record OutcomeResult(Outcome outcome) implements Result {
  /** What can become of a transaction. */
  public enum Outcome {
    COMMITTED,
    ABORTED,
    /** Not decided yet: ask again. */
    PENDING
  }

  private static final Outcome[] OUTCOMES = Outcome.values();

  void write(WireWriter out) {
    out.int8(outcome.ordinal());
  }

  static OutcomeResult read(WireReader in) {
    int ordinal = in.int8();
    if (ordinal >= OUTCOMES.length) {
      throw new ProtocolException("unknown outcome " + ordinal);
    }
    return new OutcomeResult(OUTCOMES[ordinal]);
  }
}
