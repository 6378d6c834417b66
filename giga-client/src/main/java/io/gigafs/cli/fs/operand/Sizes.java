package io.gigafs.cli.fs.operand;

/** Sizes and counts with the units of {@code -h}. */
public final class Sizes {
  private static final String UNITS = "KMGTPE";

  private Sizes() {}

  /** Powers of 1024, rounded up as df and ls do: 1023, 1.1K, 12M. */
  public static String human(long bytes) {
    return scaled(bytes, 1024);
  }

  /** Powers of 1000, for counts. */
  public static String humanCount(long count) {
    return scaled(count, 1000);
  }

  /** Bytes in whole blocks, rounded up. */
  public static long blocks(long bytes, long blockBytes) {
    return bytes / blockBytes + (bytes % blockBytes == 0 ? 0 : 1);
  }

  /**
   * Parses a number with an optional unit, as in 20K.
   *
   * @param base the value of K
   * @throws IllegalArgumentException if it is invalid or too large
   */
  public static long parse(String text, long base) {
    int unit =
        text.isEmpty() ? -1 : UNITS.indexOf(Character.toUpperCase(text.charAt(text.length() - 1)));
    try {
      long number = Long.parseUnsignedLong(unit < 0 ? text : text.substring(0, text.length() - 1));
      for (int i = 0; i <= unit; i++) {
        number = Math.multiplyExact(number, base);
      }
      if (number < 0) {
        throw new IllegalArgumentException("too large: " + text);
      }
      return number;
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("too large: " + text, e);
    }
  }

  private static String scaled(long number, int base) {
    if (number < base) {
      return Long.toString(number);
    }
    double value = number;
    int unit = -1;
    while (value >= base || Math.ceil(value) >= base) {
      value /= base;
      unit++;
    }
    double tenths = Math.ceil(value * 10) / 10;
    String digits = tenths < 10 ? Double.toString(tenths) : Long.toString((long) Math.ceil(value));
    return digits + UNITS.charAt(unit);
  }
}
