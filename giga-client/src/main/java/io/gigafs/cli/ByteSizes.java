package io.gigafs.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes in bytes as users write them: {@code 512}, {@code 64K}, {@code 1G}; powers of 1024. */
public final class ByteSizes implements ITypeConverter<Long> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,18})([KMGT]?)(?:I?B)?");
  private static final String UNITS = "KMGT";
  private static final int UNIT_BITS = 10;

  /**
   * Parses a size.
   *
   * @throws IllegalArgumentException if it is invalid or too large
   */
  public static long parse(String text) {
    Matcher matcher = FORM.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a size like 512, 64K or 1G");
    }
    int bits = UNIT_BITS * (UNITS.indexOf(matcher.group(2)) + 1);
    long number = Long.parseLong(matcher.group(1));
    if (matcher.group(2).isEmpty()) {
      return number;
    }
    if (number > Long.MAX_VALUE >> bits) {
      throw new IllegalArgumentException("'" + text + "' is too large a size");
    }
    return number << bits;
  }

  /** A size in a readable form: {@code 1 GiB}, {@code 1.5 MiB}, {@code 100 bytes}. */
  public static String format(long bytes) {
    int unit = bytes < 1L << UNIT_BITS ? 0 : (63 - Long.numberOfLeadingZeros(bytes)) / UNIT_BITS;
    if (unit == 0) {
      return bytes + " bytes";
    }
    double value = bytes / (double) (1L << (unit * UNIT_BITS));
    String number = String.format(Locale.ROOT, "%.1f", value);
    String whole = number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    return whole + " " + "KMGTPE".charAt(unit - 1) + "iB";
  }

  @Override
  public Long convert(String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
