package io.gigafs.cli;

import java.util.Locale;

/** Measures a rate. */
public final class TransferRate {
  private static final double MEBIBYTE = 1 << 20;
  private static final double NANOS_PER_SECOND = 1e9;

  private final long start = System.nanoTime();

  /** Seconds since this object was created. */
  public double seconds() {
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }

  public double perSecond(long count) {
    return count / Math.max(seconds(), 1e-3);
  }

  /** In a readable form: {@code 1200 entries, 400/s}. */
  public String progress(long entries) {
    return String.format(Locale.ROOT, "%d entries, %.0f/s", entries, perSecond(entries));
  }

  /** In a readable form: {@code 12.3 MiB, 4.5 MiB/s}. */
  public String bytesProgress(long bytes) {
    return String.format(
        Locale.ROOT, "%.1f MiB, %.1f MiB/s", bytes / MEBIBYTE, perSecond(bytes) / MEBIBYTE);
  }
}
