package io.gigafs.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.load.LoadGenerator.Shape;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Tests how a load begins and ends. */
class LoadGeneratorTest {
  private static Workload<Long> calls(Workload.Call call) {
    return Workload.ofCalls(call, number -> "number " + number);
  }

  @Test
  void eachNumberIsSentOnce() throws Exception {
    Set<Long> sent = ConcurrentHashMap.newKeySet();
    LoadResult result =
        new LoadGenerator(new Shape(3, 100, 1, 1, 0))
            .run(thread -> calls((number, end) -> assertThat(sent.add(number)).isTrue()));
    assertThat(sent).hasSize(100).contains(0L, 99L);
    assertThat(result.files()).isEqualTo(100);
    assertThat(result.latencies().count()).isEqualTo(100);
    assertThat(result.seconds()).isPositive();
    assertThat(result.errors()).isZero();
  }

  @Test
  void endlessLoadEndsWhenItIsStopped() throws Exception {
    LoadGenerator load = new LoadGenerator(Shape.endless(2, 1));
    CountDownLatch both = new CountDownLatch(2);
    load.start(
        thread ->
            calls(
                (number, end) -> {
                  if (number == load.shape().firstOf(thread)) {
                    both.countDown();
                  }
                }));
    both.await();
    assertThat(load.await(1)).isFalse();
    load.stop();
    LoadResult result = load.result();
    assertThat(result.files()).isGreaterThanOrEqualTo(2);
    assertThat(result.aborted()).isFalse();
  }

  @Test
  void loadIsAbortedAtTheFirstErrorBeyondThePermittedOnes() throws Exception {
    LoadResult result =
        new LoadGenerator(new Shape(1, 100, 1, 1, 1))
            .run(
                thread ->
                    calls(
                        (number, end) -> {
                          if (number % 10 == 5) {
                            throw new IOException("it is broken");
                          }
                        }));
    assertThat(result.aborted()).isTrue();
    assertThat(result.files()).isEqualTo(14);
    assertThat(result.errors()).isEqualTo(2);
    assertThat(result.firstErrors(Throwable::getMessage))
        .containsExactly("number 5: it is broken", "number 15: it is broken");
  }

  /** A wrong workload is no failed request, and would otherwise look like a short load. */
  @Test
  void failureOfAThreadFailsTheLoad() {
    LoadGenerator load = new LoadGenerator(new Shape(2, 2, 1, 1, 0));
    Workload<Long> wrong =
        new Workload<>() {
          @Override
          public CompletableFuture<Long> send(long from, long to) {
            throw new AssertionError("a mistake");
          }

          @Override
          public String describe(long number) {
            return "number " + number;
          }
        };
    assertThatThrownBy(() -> load.run(thread -> wrong)).hasRootCauseMessage("a mistake");
  }

  @Test
  void interruptedLoadEndsAfterItsOutstandingRequests() throws Exception {
    LoadGenerator load = new LoadGenerator(Shape.endless(2, 1));
    load.start(thread -> calls((number, end) -> Thread.sleep(1)));
    Thread.currentThread().interrupt();
    assertThatThrownBy(load::result).isInstanceOf(InterruptedException.class);
    assertThat(load.await(60_000)).isTrue();
    assertThat(load.result().errors()).isZero();
  }
}
