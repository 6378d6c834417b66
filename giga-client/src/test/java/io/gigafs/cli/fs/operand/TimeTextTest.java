package io.gigafs.cli.fs.operand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests times, parsed and formatted, by examples. */
class TimeTextTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long NOW = 1_700_000_000L * SECOND;
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "2023-11-14 22:13:20, 1700000000000000000",
    "2023-11-14T22:13:20Z, 1700000000000000000",
    "2023-11-14 23:13:20 +01:00, 1700000000000000000",
    "2023-11-14 23:13:20+0100, 1700000000000000000",
    "2023-11-14 22:13:20.000000001, 1700000000000000001",
    "2023-11-14 22:13:20.5, 1700000000500000000",
    "2023-11-14, 1699920000000000000",
    "@1700000000, 1700000000000000000",
    "@1700000000.25, 1700000000250000000",
    "1969-12-31 23:59:59, -1000000000",
  })
  void datesAreParsed(String text, long nanos) {
    assertThat(TimeText.parse(text, ZoneOffset.UTC)).isEqualTo(nanos);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "yesterday", "12:00", "2023-1", "@x"})
  void invalidDatesAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TimeText.parse(text, ZoneOffset.UTC))
        .withMessageContaining("'" + text + "' is not a time");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2023-13-01          | invalid value for MonthOfYear (valid values 1 - 12): 13
          2023-02-30          | invalid date 'FEBRUARY 30'
          2023-02-29          | invalid date 'February 29' as '2023' is not a leap year
          2023-01-01 25:00    | invalid value for HourOfDay (valid values 0 - 23): 25
          2023-01-01 10:61    | invalid value for MinuteOfHour (valid values 0 - 59): 61
          2023-01-01 10:00+99 | zone offset hours not in valid range: value 99 is not in the range -18 to 18
          9999-01-01          | files have times from 1901-12-13T20:45:52Z to 2486-07-02T20:20:24Z
          1901-12-13 20:45:51 | files have times from 1901-12-13T20:45:52Z to 2486-07-02T20:20:24Z
          @99999999999        | files have times from 1901-12-13T20:45:52Z to 2486-07-02T20:20:24Z
          """)
  void errorExplainsAnInvalidDate(String text, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TimeText.parse(text, ZoneOffset.UTC))
        .withMessage("'" + text + "' is no time: " + reason);
  }

  @ParameterizedTest
  @CsvSource({
    "202311142213.20, 1700000000",
    "2311142213.20, 1700000000",
    "11142213.20, 1700000000",
    "7001010000, 0",
  })
  void stampsAreParsed(String stamp, long seconds) {
    assertThat(TimeText.parseStamp(stamp, NOW, ZoneOffset.UTC)).isEqualTo(seconds * SECOND);
  }

  @Test
  void invalidStampsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> TimeText.parseStamp("13142213", NOW, ZoneOffset.UTC))
        .withMessageContaining("MonthOfYear");
  }

  @Test
  void listsRecentTimesWithTheTimeOfDay() {
    assertThat(TimeText.listed(NOW - SECOND, NOW, ZoneOffset.UTC)).isEqualTo("Nov 14 22:13");
    assertThat(TimeText.listed(NOW - SECOND, NOW, BERLIN)).isEqualTo("Nov 14 23:13");
  }

  @Test
  void listsOldAndFutureTimesWithTheYear() {
    assertThat(TimeText.listed(0, NOW, ZoneOffset.UTC)).isEqualTo("Jan  1  1970");
    assertThat(TimeText.listed(NOW + SECOND, NOW, ZoneOffset.UTC)).isEqualTo("Nov 14  2023");
  }

  @Test
  void showsFullTimes() {
    assertThat(TimeText.full(NOW + 5, BERLIN)).isEqualTo("2023-11-14 23:13:20.000000005 +0100");
    assertThat(TimeText.full(-1, ZoneOffset.ofHoursMinutes(-3, -30)))
        .isEqualTo("1969-12-31 20:29:59.999999999 -0330");
  }

  @Test
  void keepsTimesOfManyCenturies() {
    for (String text :
        List.of(
            "1901-12-13 20:45:52.000000000 +0000",
            "2300-01-01 00:00:00.000000001 +0000",
            "2446-05-10 22:38:55.999999999 +0000")) {
      assertThat(TimeText.full(TimeText.parse(text, ZoneOffset.UTC), ZoneOffset.UTC))
          .isEqualTo(text);
    }
    assertThat(TimeText.seconds(TimeText.parse("@15032385535", ZoneOffset.UTC)))
        .isEqualTo(15_032_385_535L);
    assertThat(TimeText.seconds(TimeText.parseStamp("230001010000", 0, ZoneOffset.UTC)))
        .isEqualTo(10_413_792_000L);
    assertThat(TimeText.listed(TimeText.parse("2300-01-01", ZoneOffset.UTC), 0, ZoneOffset.UTC))
        .isEqualTo("Jan  1  2300");
  }
}
