package io.gigafs.cli.fs.operand;

import io.gigafs.time.FileTimestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Times of files in the formats of {@code ls}, {@code stat} and {@code touch}. */
public final class TimeText {
  private static final long RECENT_SECONDS = 31_556_952 / 2;
  private static final String[] MONTHS = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
  };
  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4})-(\\d\\d?)-(\\d\\d?)"
              + "(?:[T ]+(\\d\\d?):(\\d\\d)(?::(\\d\\d)(?:[.,](\\d{1,9}))?)?)?"
              + " *(Z|UTC|[+-]\\d\\d:?(?:\\d\\d)?)?");
  private static final Pattern SECONDS = Pattern.compile("@(-?\\d{1,18})(?:\\.(\\d{1,9}))?");
  private static final Pattern STAMP =
      Pattern.compile("(?:(\\d\\d)?(\\d\\d))?(\\d\\d)(\\d\\d)(\\d\\d)(\\d\\d)(?:\\.(\\d\\d))?");

  private TimeText() {}

  /**
   * The twelve characters of {@code ls -l}: the time of day for recent times, the year for others.
   */
  public static String listed(long nanos, long nowNanos, ZoneId zone) {
    ZonedDateTime time = at(nanos, zone);
    long age = seconds(nowNanos) - seconds(nanos);
    String day = MONTHS[time.getMonthValue() - 1] + pad(time.getDayOfMonth(), 3, ' ') + ' ';
    return age >= 0 && age < RECENT_SECONDS
        ? day + pad(time.getHour(), 2, '0') + ':' + pad(time.getMinute(), 2, '0')
        : day + pad(time.getYear(), 5, ' ');
  }

  /** The format of {@code stat}: {@code 2025-01-02 03:04:05.000000006 +0100}. */
  public static String full(long nanos, ZoneId zone) {
    ZonedDateTime time = at(nanos, zone);
    int offset = time.getOffset().getTotalSeconds() / 60;
    return pad(time.getYear(), 4, '0')
        + '-'
        + pad(time.getMonthValue(), 2, '0')
        + '-'
        + pad(time.getDayOfMonth(), 2, '0')
        + ' '
        + pad(time.getHour(), 2, '0')
        + ':'
        + pad(time.getMinute(), 2, '0')
        + ':'
        + pad(time.getSecond(), 2, '0')
        + '.'
        + pad(time.getNano(), 9, '0')
        + (offset < 0 ? " -" : " +")
        + pad(Math.abs(offset) / 60, 2, '0')
        + pad(Math.abs(offset) % 60, 2, '0');
  }

  /** Seconds since the epoch, rounded down. */
  public static long seconds(long nanos) {
    return FileTimestamp.seconds(nanos);
  }

  /**
   * Parses a time like {@code 2025-01-02 03:04:05.6 +01:00} or {@code @1700000000}.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static long parse(String text, ZoneId zone) {
    Matcher seconds = SECONDS.matcher(text.strip());
    if (seconds.matches()) {
      return kept(text, Long.parseLong(seconds.group(1)), fraction(seconds.group(2)));
    }
    Matcher date = DATE.matcher(text.strip());
    if (!date.matches()) {
      throw invalid(text, "2025-01-31 12:34:56 or @1700000000");
    }
    try {
      LocalDate day =
          LocalDate.of(number(date.group(1)), number(date.group(2)), number(date.group(3)));
      LocalTime time =
          LocalTime.of(
              number(date.group(4)),
              number(date.group(5)),
              number(date.group(6)),
              (int) fraction(date.group(7)));
      return kept(text, LocalDateTime.of(day, time), zoneOf(date.group(8), zone));
    } catch (DateTimeException e) {
      throw impossible(text, e);
    }
  }

  /**
   * Parses a stamp {@code [[CC]YY]MMDDhhmm[.ss]} of touch(1).
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static long parseStamp(String text, long nowNanos, ZoneId zone) {
    Matcher stamp = STAMP.matcher(text);
    if (!stamp.matches()) {
      throw invalid(text, "[[CC]YY]MMDDhhmm[.ss]");
    }
    try {
      return kept(
          text,
          LocalDateTime.of(
              yearOf(stamp, nowNanos, zone),
              number(stamp.group(3)),
              number(stamp.group(4)),
              number(stamp.group(5)),
              number(stamp.group(6)),
              number(stamp.group(7))),
          zone);
    } catch (DateTimeException e) {
      throw impossible(text, e);
    }
  }

  private static int yearOf(Matcher stamp, long nowNanos, ZoneId zone) {
    if (stamp.group(2) == null) {
      return at(nowNanos, zone).getYear();
    }
    int year = number(stamp.group(2));
    if (stamp.group(1) != null) {
      return number(stamp.group(1)) * 100 + year;
    }
    return year < 69 ? 2000 + year : 1900 + year;
  }

  private static ZoneId zoneOf(@Nullable String text, ZoneId zone) {
    if (text == null) {
      return zone;
    }
    return text.equals("Z") || text.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(text);
  }

  private static long kept(String text, LocalDateTime time, ZoneId zone) {
    Instant instant = time.atZone(zone).toInstant();
    return kept(text, instant.getEpochSecond(), instant.getNano());
  }

  private static long kept(String text, long seconds, long nanos) {
    try {
      return FileTimestamp.of(seconds, nanos);
    } catch (IllegalArgumentException e) {
      throw impossible(text, new DateTimeException(e.getMessage(), e));
    }
  }

  private static ZonedDateTime at(long nanos, ZoneId zone) {
    return FileTimestamp.instant(nanos).atZone(zone);
  }

  private static int number(@Nullable String digits) {
    return digits == null ? 0 : Integer.parseInt(digits);
  }

  private static long fraction(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong((digits + "000000000").substring(0, 9));
  }

  private static String pad(int number, int width, char with) {
    String digits = Integer.toString(number);
    return String.valueOf(with).repeat(Math.max(0, width - digits.length())) + digits;
  }

  private static IllegalArgumentException invalid(String text, String form) {
    return new IllegalArgumentException("'" + text + "' is not a time like " + form);
  }

  /** The error for a text with the form of a time whose day, hour or zone does not exist. */
  private static IllegalArgumentException impossible(String text, DateTimeException e) {
    String reason = String.valueOf(e.getMessage());
    return new IllegalArgumentException(
        "'"
            + text
            + "' is no time: "
            + Character.toLowerCase(reason.charAt(0))
            + reason.substring(1),
        e);
  }
}
