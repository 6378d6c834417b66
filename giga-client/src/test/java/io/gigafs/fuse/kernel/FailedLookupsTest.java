package io.gigafs.fuse.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests which lookups reuse a failure, with a clock of the test. */
class FailedLookupsTest {
  private static final byte[] NAME = "f".getBytes(UTF_8);

  private final AtomicLong nanos = new AtomicLong();
  private final FailedLookups failed = new FailedLookups(nanos::get);

  private void fail(int thread, long millis) {
    long began = failed.now();
    pass(millis);
    failed.note(thread, 7, NAME, began);
  }

  private void pass(long millis) {
    nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
  }

  @Test
  void waitersOfASlowLookupFailWithIt() {
    fail(1, 30_000);
    assertThat(failed.isRepeated(2, 8, NAME)).isFalse();
    assertThat(failed.isRepeated(2, 7, "g".getBytes(UTF_8))).isFalse();
    for (int thread = 0; thread < 4; thread++) {
      assertThat(failed.isRepeated(thread, 7, NAME)).isTrue();
    }
    pass(1_000);
    assertThat(failed.isRepeated(2, 7, NAME)).isFalse();
  }

  @Test
  void fastFailureIsReusedOnceByItsThread() {
    fail(1, 10);
    assertThat(failed.isRepeated(2, 7, NAME)).isFalse();
    fail(1, 10);
    assertThat(failed.isRepeated(1, 7, NAME)).isTrue();
    assertThat(failed.isRepeated(1, 7, NAME)).isFalse();
    fail(0, 10);
    assertThat(failed.isRepeated(0, 7, NAME)).isFalse();
  }
}
