package io.gigafs.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the range and the order of timestamps by examples. */
class FileTimestampTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1901-12-13T20:45:52Z",
        "1901-12-13T20:45:52.000000001Z",
        "1969-12-31T23:59:59.999999999Z",
        "1970-01-01T00:00:00Z",
        "2025-01-02T03:04:05.678901234Z",
        "2262-04-11T23:47:16.854775807Z",
        "2262-04-11T23:47:16.854775808Z",
        "2300-01-01T00:00:00.5Z",
        "2446-05-10T22:38:55Z",
        "2486-07-02T20:20:24.999999999Z"
      })
  void timesInRangeAreKept(String text) {
    Instant time = Instant.parse(text);
    long kept = FileTimestamp.of(time.getEpochSecond(), time.getNano());
    assertThat(FileTimestamp.instant(kept)).isEqualTo(time);
    assertThat(FileTimestamp.nearest(time)).isEqualTo(kept);
    assertThat(FileTimestamp.millis(kept)).isEqualTo(time.toEpochMilli());
    assertThat(FileTimestamp.sinceEpoch(kept).divideAndRemainder(java.math.BigInteger.TEN)[0])
        .isEqualTo(
            new java.math.BigDecimal(time.getEpochSecond())
                .scaleByPowerOfTen(9)
                .add(java.math.BigDecimal.valueOf(time.getNano()))
                .toBigIntegerExact()
                .divide(java.math.BigInteger.TEN));
    if (time.isBefore(Instant.parse("2262-04-11T23:47:16.854775808Z"))) {
      assertThat(kept).isEqualTo(time.getEpochSecond() * 1_000_000_000L + time.getNano());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0001-01-01T00:00:00Z",
        "1901-12-13T20:45:51.999999999Z",
        "2486-07-02T20:20:25Z",
        "9999-12-31T23:59:59Z"
      })
  void timesOutOfRangeAreRefused(String text) {
    Instant time = Instant.parse(text);
    assertThat(FileTimestamp.canKeep(time.getEpochSecond())).isFalse();
    assertThatThrownBy(() -> FileTimestamp.of(time.getEpochSecond(), time.getNano()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1901")
        .hasMessageContaining("2486");
    assertThat(FileTimestamp.instant(FileTimestamp.nearest(time)))
        .isIn(
            Instant.parse("1901-12-13T20:45:52Z"), Instant.parse("2486-07-02T20:20:24.999999999Z"));
  }

  @Test
  void timesCompareAcrossTheOverflow() {
    long[] ordered = {
      FileTimestamp.EARLIEST,
      0,
      FileTimestamp.of(2_000_000_000, 0),
      Long.MAX_VALUE,
      Long.MIN_VALUE,
      FileTimestamp.of(FileTimestamp.LATEST_SECONDS, 0)
    };
    for (int i = 0; i < ordered.length; i++) {
      for (int j = 0; j < ordered.length; j++) {
        assertThat(FileTimestamp.isAfter(ordered[i], ordered[j])).isEqualTo(i > j);
        assertThat(FileTimestamp.later(ordered[i], ordered[j])).isEqualTo(ordered[Math.max(i, j)]);
      }
    }
    assertThat(FileTimestamp.secondsBetween(0, FileTimestamp.of(10_000_000_000L, 0)))
        .isEqualTo(10_000_000_000L);
    assertThat(FileTimestamp.secondsBetween(1, FileTimestamp.of(-5, 0))).isEqualTo(-6);
  }
}
