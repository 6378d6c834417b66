package io.gigafs.tablefs;

import java.util.List;

/**
 * The health of a store.
 *
 * @param problems empty if the store is healthy
 */
public record StoreHealth(List<Problem> problems) {
  public static final StoreHealth GOOD = new StoreHealth(List.of());

  public StoreHealth {
    problems = List.copyOf(problems);
  }

  /** The kinds of problems, the worst last. */
  public enum Kind {
    /** Space is short: creates are refused, everything else continues. */
    FULL,
    /** Data was lost and the loss was accepted: all other data is served. */
    LOST,
    /** Some rows cannot be read. */
    DAMAGED,
    /** Nothing can be changed. */
    FAILED
  }

  /**
   * One problem.
   *
   * @param sinceMillis when it was detected, ms since the epoch
   * @param cause what is wrong, and where
   * @param remedy what the operator should do
   */
  public record Problem(Kind kind, long sinceMillis, String cause, String remedy) {}

  public boolean isGood() {
    return problems.isEmpty();
  }
}
