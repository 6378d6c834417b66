package io.gigafs.protocol;

/** The outcome of a transaction. */
public record OutcomeResult(Outcome outcome) implements Result {
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
