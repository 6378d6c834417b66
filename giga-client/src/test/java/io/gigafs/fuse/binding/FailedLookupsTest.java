package io.gigafs.fuse.binding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A thread that stalls for a second finds less repeated, so what is repeated is tried again. */
class FailedLookupsTest {
  private static final byte[] NAME = "f".getBytes(UTF_8);

  private final FailedLookups failed = new FailedLookups();

  private static long ago(long seconds) {
    return System.nanoTime() - TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void othersWhoWaitedForALongLookupFailWithIt() {
    boolean seen = false;
    while (!seen) {
      failed.note(1, 7, NAME, ago(30));
      seen =
          failed.isRepeated(2, 7, NAME)
              && failed.isRepeated(3, 7, NAME)
              && failed.isRepeated(0, 7, NAME);
    }
    assertThat(failed.isRepeated(2, 8, NAME)).isFalse();
    assertThat(failed.isRepeated(2, 7, "g".getBytes(UTF_8))).isFalse();
  }

  @Test
  void ofOneThatFailedAtOnceOnlyItsOwnThreadDoesOnce() {
    boolean seen = false;
    while (!seen) {
      failed.note(1, 7, NAME, ago(0));
      seen = failed.isRepeated(1, 7, NAME);
    }
    assertThat(failed.isRepeated(1, 7, NAME)).isFalse();
    failed.note(0, 7, NAME, ago(-60));
    assertThat(failed.isRepeated(0, 7, NAME)).isFalse();
  }
}
