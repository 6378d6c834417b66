package io.gigafs.server.lane;

import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * The few names that are looked up most, of those of a partition: a sample of look-ups, counted by
 * Space-Saving (Metwally et al., 2005). A name that is not among them was counted at most as often
 * as the least of them; the count of one that is may be too high by what it took over from another,
 * which is known. Used on the lane only; counting allocates nothing.
 */
public final class HotNames {
  /** How many names are counted. */
  public static final int SIZE = 4;

  /** Of 1 to 16 look-ups one is counted; distances vary, as clients take turns. */
  private static final int MAX_PER_SAMPLE = 16;

  private static final double LOOKUPS_PER_SAMPLE = (1 + MAX_PER_SAMPLE) / 2.0;

  /** What is counted in a second weighs half after the next, and so on: in all twice of it. */
  private static final double SECONDS_COUNTED = 2;

  private static final int SEED = 0x2545f491;

  private final @Nullable Name[] names = new Name[SIZE];
  private final long[] counts = new long[SIZE];

  /** How much of each count may be other names'. */
  private final long[] errors = new long[SIZE];

  private long samples;
  private int chance = SEED;
  private int untilNext = 1;

  /** Notes a look-up. */
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

  /** One of the names, in no order; null if there are less. */
  public @Nullable Name name(int i) {
    return names[i];
  }

  /**
   * How often that name is looked up in a second at least, as of a moment ago, if what was counted
   * is aged once a second; half of it in the first second.
   */
  public double perSecond(int i) {
    return (counts[i] - errors[i]) * LOOKUPS_PER_SAMPLE / SECONDS_COUNTED;
  }

  /** How often this name is looked up in a second at least; 0 for one that is not among them. */
  public double perSecond(Name name) {
    for (int i = 0; i < SIZE; i++) {
      if (name.equals(names[i])) {
        return perSecond(i);
      }
    }
    return 0;
  }

  /** The least part of all look-ups that were of that name, from 0 to 1. */
  double share(int i) {
    return samples == 0 ? 0 : (double) (counts[i] - errors[i]) / samples;
  }

  /** The least part of all look-ups that were of this name. */
  double share(Name name) {
    for (int i = 0; i < SIZE; i++) {
      if (name.equals(names[i])) {
        return share(i);
      }
    }
    return 0;
  }

  /** Has what was counted so far weigh half. */
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
