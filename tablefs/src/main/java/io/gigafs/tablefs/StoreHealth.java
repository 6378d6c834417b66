package io.gigafs.tablefs;

import java.util.List;

/**
 * What is wrong with a store.
 *
 * @param problems nothing if all is well
 */
public record StoreHealth(List<Problem> problems) {
  public static final StoreHealth GOOD = new StoreHealth(List.of());

  public StoreHealth {
    problems = List.copyOf(problems);
  }

  /** What is the matter, the worst last. */
  public enum Kind {
    /** Space is short: nothing is created, all else goes on. */
    FULL,
    /** Something was lost, and that was accepted: all else is served. */
    LOST,
    /** Some rows cannot be read. */
    DAMAGED,
    /** Nothing can be changed. */
    FAILED
  }

  /**
   * One thing that is wrong.
   *
   * @param sinceMillis when it was noticed, ms since the epoch
   * @param cause what is wrong, and where
   * @param remedy what to do about it
   */
  public record Problem(Kind kind, long sinceMillis, String cause, String remedy) {}

  public boolean isGood() {
    return problems.isEmpty();
  }
}
