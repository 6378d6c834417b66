package io.gigafs.cli;

import java.util.Locale;

/** How fast something goes. */
public final class Pace {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long start = System.nanoTime();

  /** Since it was made. */
  public double seconds() {
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }

  public double perSecond(long count) {
    return count / Math.max(seconds(), 1e-3);
  }

  /** For a person: {@code 1200 entries, 400/s}. */
  public String progress(long entries) {
    return String.format(Locale.ROOT, "%d entries, %.0f/s", entries, perSecond(entries));
  }
}
