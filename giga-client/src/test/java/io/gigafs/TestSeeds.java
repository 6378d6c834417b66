package io.gigafs;

import java.util.stream.LongStream;

/**
 * The seeds of random tests, in one place: {@code -Dgiga.seed=N} runs seed N only, {@code
 * -Dgiga.seeds=N} the seeds 0 to N - 1. Stateless.
 */
public final class TestSeeds {
  private TestSeeds() {}

  /**
   * The seeds that a test runs, one after the other.
   *
   * @param usual how many, unless a property says otherwise
   */
  public static LongStream first(int usual) {
    Long one = Long.getLong("giga.seed");
    return one != null
        ? LongStream.of(one)
        : LongStream.range(0, Integer.getInteger("giga.seeds", usual));
  }

  /**
   * The seed of a test that runs only one.
   *
   * @param usual the seed unless a property says otherwise
   */
  public static long one(long usual) {
    return Long.getLong("giga.seed", usual);
  }
}
