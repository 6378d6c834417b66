package io.gigafs.load;

import io.gigafs.index.Name;

/** The names of benchmark files: {@code f} and 13 digits, 14 bytes in all. */
public final class NumberedNames {
  private static final int DIGITS = 13;

  private NumberedNames() {}

  /** The name of a number from 0 on. */
  public static Name of(long number) {
    byte[] bytes = new byte[1 + DIGITS];
    bytes[0] = 'f';
    long rest = number;
    for (int i = DIGITS; i > 0; i--) {
      bytes[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    return Name.of(bytes);
  }

  /** The number of a name; -1 if it has another form. */
  public static long numberOf(Name name) {
    byte[] bytes = name.bytes();
    if (bytes.length != 1 + DIGITS || bytes[0] != 'f') {
      return -1;
    }
    long number = 0;
    for (int i = 1; i <= DIGITS; i++) {
      int digit = bytes[i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      number = number * 10 + digit;
    }
    return number;
  }
}
