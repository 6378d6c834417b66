package io.gigafs.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.load.LoadResult;
import io.gigafs.load.OpenLoop;
import io.gigafs.load.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

/** Tests that an open loop sends on schedule and counts latency from the scheduled time. */
class OpenLoopTest {
  private static final Duration LENGTH = Duration.ofMillis(500);

  private final LatencyTimeline latencies = new LatencyTimeline(LENGTH, Duration.ofMillis(100));

  private static Workload<Long> workload(LongFunction<CompletableFuture<Long>> send) {
    return new Workload<>() {
      @Override
      public CompletableFuture<Long> send(long from, long to) {
        return send.apply(from);
      }

      @Override
      public String describe(long number) {
        return "number " + number;
      }
    };
  }

  @Test
  void requestsAreSentOnSchedule() throws Exception {
    long began = System.nanoTime();
    OpenLoop load = new OpenLoop(1_000, LENGTH, latencies::add);
    load.run(workload(CompletableFuture::completedFuture));
    assertThat(load.done()).isEqualTo(500);
    assertThat((System.nanoTime() - began) / 1e9).isGreaterThan(0.49);
    assertThat(latencies.line("slices", 50).x())
        .containsExactly(0.0, 0.1, 0.2, 0.30000000000000004, 0.4);
  }

  /** A closed loop would send one request in the pause, and nine of ten would seem fast. */
  @Test
  void pauseDelaysAllRequestsDueDuringIt() throws Exception {
    OpenLoop load = new OpenLoop(1_000, LENGTH, latencies::add);
    load.run(
        workload(
            number -> {
              if (number == 100) {
                sleep(200);
              }
              return CompletableFuture.completedFuture(number);
            }));
    assertThat(latencies.percentileMillis(100)).isGreaterThanOrEqualTo(200);
    assertThat(latencies.percentileMillis(75)).as("of the 40 % in the pause").isGreaterThan(50);
  }

  @Test
  void loopEndsAtTheFirstFailure() throws Exception {
    OpenLoop load = new OpenLoop(1_000, LENGTH, latencies::add);
    LoadResult result =
        load.run(
            workload(
                number ->
                    number == 3
                        ? CompletableFuture.failedFuture(new IOException("it is broken"))
                        : CompletableFuture.completedFuture(number)));
    assertThat(result.firstErrors(Throwable::getMessage)).containsExactly("number 3: it is broken");
    assertThat(result.errors()).isOne();
    assertThat(result.aborted()).isTrue();
    assertThat(load.done()).isLessThan(500);
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
