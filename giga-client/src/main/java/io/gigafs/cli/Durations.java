package io.gigafs.cli;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as users write them: {@code 500ms}, {@code 5s}, {@code 2m}; seconds without a unit. */
public final class Durations implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h)?");

  /**
   * Parses a duration.
   *
   * @throws IllegalArgumentException if it is invalid or not positive
   */
  public static Duration parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a time like 500ms, 5s or 2m");
    }
    String unit = matcher.group(2);
    long unitMillis =
        switch (unit == null ? "s" : unit) {
          case "ms" -> 1;
          case "m" -> 60_000;
          case "h" -> 3_600_000;
          default -> 1_000;
        };
    BigDecimal millis = new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(unitMillis));
    if (millis.signum() <= 0
        || millis.compareTo(BigDecimal.valueOf(Long.MAX_VALUE / 1_000_000)) > 0) {
      throw new IllegalArgumentException("'" + text + "' is too short or too long a time");
    }
    return Duration.ofNanos(millis.movePointRight(6).longValue());
  }

  /** A duration in a readable form: {@code 2d 3h}, {@code 4m 5s}, {@code 12s}. */
  public static String format(Duration span) {
    long seconds = span.toSeconds();
    if (seconds >= 86_400) {
      return seconds / 86_400 + "d " + seconds % 86_400 / 3_600 + "h";
    }
    if (seconds >= 3_600) {
      return seconds / 3_600 + "h " + seconds % 3_600 / 60 + "m";
    }
    return seconds >= 60 ? seconds / 60 + "m " + seconds % 60 + "s" : seconds + "s";
  }

  @Override
  public Duration convert(String text) {
    try {
      return parse(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(ErrorText.of(e));
    }
  }
}
