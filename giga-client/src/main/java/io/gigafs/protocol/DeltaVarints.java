package io.gigafs.protocol;

/** Numbers that are close to the first one, in half the memory of a long array. Immutable. */
public final class DeltaVarints {
  private static final long MAX_DIFFERENCE = 1L << 30;

  private final long first;
  private final int[] differences;

  private DeltaVarints(long first, int[] differences) {
    this.first = first;
    this.differences = differences;
  }

  /** Whether a number is close enough to the first one. */
  public static boolean areNear(long first, long other) {
    long difference = other - first;
    return -MAX_DIFFERENCE < difference && difference < MAX_DIFFERENCE;
  }

  /** Encodes the first {@code count} numbers, all of which are close to the first. */
  public static DeltaVarints of(long[] numbers, int count) {
    int[] differences = new int[count];
    for (int i = 0; i < count; i++) {
      differences[i] = (int) (numbers[i] - numbers[0]);
    }
    return new DeltaVarints(numbers[0], differences);
  }

  public int size() {
    return differences.length;
  }

  public long get(int i) {
    return first + differences[i];
  }
}
