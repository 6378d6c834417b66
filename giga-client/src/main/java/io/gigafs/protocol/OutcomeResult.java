package io.gigafs.protocol;

/** What became of a transaction. */
public record OutcomeResult(Outcome outcome) implements Result {
  /** What can become of a transaction. */
  public enum Outcome {
    COMMITTED(0),
    ABORTED(1),
    /** Not decided yet: ask again. */
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
