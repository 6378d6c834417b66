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
}
