package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class NettyTimersTest {
  private final NettyTimers timers = new NettyTimers("timers-test");

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void runsTasksInTheirOrderAndNotTooSoon() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    long start = System.nanoTime();
    timers.after(
        40,
        () -> {
          ran.add("late " + Thread.currentThread().getName().startsWith("timers-test"));
          last.countDown();
        });
    timers.after(5, () -> ran.add("early"));
    assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(40_000_000L);
    assertThat(ran).containsExactly("early", "late true");
  }

  @Test
  void forgetsATaskThatIsCancelled() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    timers.after(5, () -> ran.add("cancelled")).cancel();
    timers.after(20, last::countDown);
    assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).isEmpty();
  }

  @Test
  void survivesATaskThatThrows() throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);
    timers.after(
        1,
        () -> {
          throw new IllegalStateException("on purpose");
        });
    timers.after(10, last::countDown);
    assertThat(last.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
