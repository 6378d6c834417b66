package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests for timers: order, earliest time, cancellation, and tasks that throw. */
final class NettyTimersTest {
  private final NettyTimers timers = new NettyTimers("timers-test");

  @AfterEach
  void close() {
    timers.close();
  }

  @Test
  void tasksRunInOrderAndNotTooEarly() throws InterruptedException {
    AtomicLong between = new AtomicLong();
    // If the thread stalled between the two, the second was due after the first; the test tries
    // again.
    do {
      List<String> ran = new CopyOnWriteArrayList<>();
      CountDownLatch both = new CountDownLatch(2);
      long start = System.nanoTime();
      // On the timers' thread, so that neither task can run before both are scheduled.
      timers.after(
          0,
          () -> {
            long first = System.nanoTime();
            timers.after(
                40,
                () -> {
                  ran.add("late " + Thread.currentThread().getName().startsWith("timers-test"));
                  assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(40_000_000L);
                  both.countDown();
                });
            timers.after(
                5,
                () -> {
                  ran.add("early");
                  both.countDown();
                });
            between.set(System.nanoTime() - first);
          });
      assertThat(both.await(60, TimeUnit.SECONDS)).isTrue();
      if (between.get() < 30_000_000L) {
        assertThat(ran).containsExactly("early", "late true");
      }
    } while (between.get() >= 30_000_000L);
  }

  @Test
  void cancelledTaskDoesNotRun() throws InterruptedException {
    List<String> ran = new CopyOnWriteArrayList<>();
    CountDownLatch last = new CountDownLatch(1);
    // On the timers' thread, so that the task cannot run before it is cancelled.
    timers.after(
        0,
        () -> {
          timers.after(5, () -> ran.add("cancelled")).cancel();
          timers.after(20, last::countDown);
        });
    assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
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
    assertThat(last.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
