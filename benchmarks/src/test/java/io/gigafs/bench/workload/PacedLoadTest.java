package io.gigafs.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cli.bench.Workload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PacedLoadTest {
  private static final double NANOS = 1e9;

  private final List<Long> sent = new ArrayList<>();

  private Workload<String> workload(LongFunction<CompletableFuture<String>> answer) {
    return new Workload<>() {
      @Override
      public CompletableFuture<String> send(long from, long to) {
        sent.add(System.nanoTime());
        return answer.apply(from);
      }

      @Override
      public String describe(long number) {
        return "number " + number;
      }
    };
  }

  @Test
  void noRequestIsSentBeforeItIsDue() throws Exception {
    long began = System.nanoTime();

    new PacedLoad(200, 1_000).run(workload(number -> CompletableFuture.completedFuture("")));

    assertThat(sent).hasSize(200);
    for (int i = 0; i < sent.size(); i++) {
      assertThat(sent.get(i) - began).isGreaterThanOrEqualTo((long) (i / 1_000.0 * NANOS));
    }
  }

  /** The first holds up the others, which were due meanwhile: none of them looks fast. */
  @Test
  void latenciesCountFromWhenRequestsWereDue() throws Exception {
    Histogram latencies =
        new PacedLoad(50, 1_000)
            .run(
                workload(
                    number -> {
                      if (number == 0) {
                        sleep(100);
                      }
                      return CompletableFuture.completedFuture("");
                    }));

    assertThat(latencies.getTotalCount()).isEqualTo(50);
    assertThat(latencies.getMinValue()).isGreaterThan(40_000_000L);
    assertThat(latencies.getMaxValue()).isGreaterThan(99_000_000L);
  }

  @Test
  void failsAsItsFirstRequestDoes() {
    assertThatThrownBy(
            () ->
                new PacedLoad(10, 1e6)
                    .run(workload(n -> CompletableFuture.failedFuture(new IOException("no")))))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("number 0: ");
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
