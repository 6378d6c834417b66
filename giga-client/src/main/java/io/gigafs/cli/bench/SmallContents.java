package io.gigafs.cli.bench;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * What small files hold: pieces of many random bytes, each file another, so that to make them and
 * to compare them costs next to nothing beside what is measured, and they are not compressed.
 * Immutable.
 */
final class SmallContents {
  private static final int SOURCE_BYTES = 1 << 24;

  /** Odd, so that as many numbers as there are bytes lead to different places. */
  private static final long STEP = 0x9E3779B97F4A7C15L;

  private final byte[] source = new byte[SOURCE_BYTES];
  private final int length;

  /** Of files of a length. */
  SmallContents(int length) {
    this.length = length;
    new SplittableRandom(length).nextBytes(source);
  }

  /** What the file of a number holds, in an array of its own. */
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
