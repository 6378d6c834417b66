package io.gigafs.load;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * The contents of small files: slices of a random array, different for each file. Creating and
 * comparing them costs little compared to what is measured, and they cannot be compressed.
 * Immutable.
 */
public final class SmallContents {
  private static final int SOURCE_BYTES = 1 << 24;

  /** Odd, so that as many numbers as there are bytes map to different positions. */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final byte[] source = new byte[SOURCE_BYTES];
  private final int length;

  /** Creates contents for files of this length. */
  public SmallContents(int length) {
    this.length = length;
    new SplittableRandom(length).nextBytes(source);
  }

  /** The contents of a file, in a new array. */
  byte[] of(long number) {
    byte[] bytes = new byte[length];
    int from = place(number);
    for (int done = 0; done < length; ) {
      int step = Math.min(length - done, SOURCE_BYTES - from);
      System.arraycopy(source, from, bytes, done, step);
      done += step;
      from = 0;
    }
    return bytes;
  }

  boolean isOf(long number, byte[] bytes) {
    if (bytes.length != length) {
      return false;
    }
    int from = place(number);
    for (int done = 0; done < length; ) {
      int step = Math.min(length - done, SOURCE_BYTES - from);
      if (!Arrays.equals(source, from, from + step, bytes, done, done + step)) {
        return false;
      }
      done += step;
      from = 0;
    }
    return true;
  }

  private static int place(long number) {
    return (int) (number * STEP & SOURCE_BYTES - 1);
  }
}
