package io.gigafs.server.partition;

import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * The most looked-up names of a partition: a sample of look-ups, counted by Space-Saving (Metwally
 * et al., 2005). A name that is not listed was counted at most as often as the least listed one.
 * The count of a listed name may include that of the name it displaced; this error is recorded.
 * Used on the lane only; counting allocates nothing.
 */
public final class HotNames {
  /** The number of counted names. */
  public static final int SIZE = 4;

  /**
   * One of 1 to 16 look-ups is counted, at random distances, as clients may alternate regularly.
   */
  private static final int MAX_PER_SAMPLE = 16;

  private static final double LOOKUPS_PER_SAMPLE = (1 + MAX_PER_SAMPLE) / 2.0;

  /** Counts halve every second, so their sum is that of two seconds. */
  private static final double SECONDS_COUNTED = 2;

  private static final int SEED = 0x2545f491;

  private final @Nullable Name[] names = new Name[SIZE];
  private final long[] counts = new long[SIZE];

  /** The part of each count that may belong to displaced names. */
  private final long[] errors = new long[SIZE];

  private long samples;
  private int chance = SEED;
  private int untilNext = 1;

  /** Records a look-up. */
  void met(Name name) {
    untilNext--;
    if (untilNext == 0) {
      chance ^= chance << 13;
      chance ^= chance >>> 17;
      chance ^= chance << 5;
      untilNext = 1 + (chance & (MAX_PER_SAMPLE - 1));
      count(name);
    }
  }

  private void count(Name name) {
    samples++;
    int least = 0;
    for (int i = 0; i < SIZE; i++) {
      if (name.equals(names[i])) {
        counts[i]++;
        return;
      }
      if (counts[i] < counts[least]) {
        least = i;
      }
    }
    names[least] = name;
    errors[least] = counts[least];
    counts[least]++;
  }

  /** One of the names, in no particular order; null if there are fewer. */
  public @Nullable Name name(int i) {
    return names[i];
  }

  /**
   * A lower bound of the name's look-ups a second, if {@link #age} is called once a second; half of
   * it in the first second.
   */
  public double perSecond(int i) {
    return (counts[i] - errors[i]) * LOOKUPS_PER_SAMPLE / SECONDS_COUNTED;
  }

  /** A lower bound of the name's look-ups a second; 0 if it is not listed. */
  public double perSecond(Name name) {
    for (int i = 0; i < SIZE; i++) {
      if (name.equals(names[i])) {
        return perSecond(i);
      }
    }
    return 0;
  }

  /** A lower bound of the name's share of all look-ups, from 0 to 1. */
  double share(int i) {
    return samples == 0 ? 0 : (double) (counts[i] - errors[i]) / samples;
  }

  /** A lower bound of the name's share of all look-ups, from 0 to 1; 0 if it is not listed. */
  double share(Name name) {
    for (int i = 0; i < SIZE; i++) {
      if (name.equals(names[i])) {
        return share(i);
      }
    }
    return 0;
  }

  /** Halves all counts. */
  public void age() {
    samples /= 2;
    for (int i = 0; i < SIZE; i++) {
      counts[i] /= 2;
      errors[i] = (errors[i] + 1) / 2;
      if (counts[i] == 0) {
        names[i] = null;
        errors[i] = 0;
      }
    }
  }
}
