package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.gigafs.CapturedLog;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Tests for the rate limit of warnings, on a clock that the test advances. */
class RateLimitedLogTest implements Clock {
  private long nanos;

  @Override
  public long wallNanos() {
    return nanos;
  }

  @Override
  public long nanos() {
    return nanos;
  }

  private List<String> logged(int maxPerPeriod) {
    RateLimitedLog log =
        new RateLimitedLog(LoggerFactory.getLogger(RateLimitedLogTest.class), this, maxPerPeriod);
    try (CapturedLog captured = CapturedLog.of(RateLimitedLogTest.class)) {
      for (int i = 0; i < 5; i++) {
        log.warn("warning " + i);
      }
      nanos += TimeUnit.SECONDS.toNanos(10);
      log.warn("later");
      return captured.events().stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
  }

  @Test
  void logsAFewPerPeriodAndCountsTheRest() {
    assertThat(logged(1))
        .containsExactly("warning 0", "4 more such warnings were not logged", "later");
    assertThat(logged(3))
        .containsExactly(
            "warning 0", "warning 1", "warning 2", "2 more such warnings were not logged", "later");
  }

  @Test
  void noCountIsLoggedWithoutSuppressedLines() {
    assertThat(logged(5)).hasSize(6);
  }
}
