package io.gigafs.protocol;

/**
 * What became of a partition that was asked for.
 *
 * @param entries how many entries moved
 * @param partitionsLeft about how many partitions of the slot are still to come
 */
public record HandOverResult(Outcome outcome, long entries, long partitionsLeft) implements Result {

  /** What can become of it. */
  public enum Outcome {
    /** The receiver has it now. */
    SENT(0),
    /** The sender does not have it and never will. */
    ABSENT(1),
    /** The sender has it, but cannot let go of it now. */
    BUSY(2),
    /** The sender has nothing left of the slot. */
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
