package io.gigafs.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests that parts run at the same time, and how they fail and end. */
class LoadThreadsTest {
  @Test
  void allPartsRunAtTheSameTime() throws Exception {
    CyclicBarrier all = new CyclicBarrier(4);
    AtomicInteger sum = new AtomicInteger();
    double seconds =
        LoadThreads.run(
            4,
            thread -> {
              try {
                all.await();
              } catch (BrokenBarrierException e) {
                throw new IOException(e);
              }
              sum.addAndGet(thread);
            });
    assertThat(sum).hasValue(6);
    assertThat(seconds).isPositive();
  }

  @Test
  void firstFailureByNumberIsThrown() {
    assertThatThrownBy(
            () ->
                LoadThreads.run(
                    3,
                    thread -> {
                      if (thread > 0) {
                        throw new IOException("thread " + thread);
                      }
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("thread 1");
    assertThatThrownBy(
            () ->
                LoadThreads.run(
                    1,
                    thread -> {
                      throw new IllegalStateException("a mistake");
                    }))
        .isInstanceOf(IOException.class)
        .hasRootCauseMessage("a mistake");
  }

  @Test
  void interruptEndsAllPartsBeforeItReturns() {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch both = new CountDownLatch(2);
    AtomicInteger ended = new AtomicInteger();
    Thread caller = Thread.currentThread();
    assertThatThrownBy(
            () ->
                LoadThreads.run(
                    2,
                    thread -> {
                      try {
                        both.countDown();
                        both.await();
                        if (thread == 0) {
                          caller.interrupt();
                        }
                        never.await();
                      } finally {
                        ended.incrementAndGet();
                      }
                    }))
        .isInstanceOf(InterruptedException.class);
    assertThat(ended).hasValue(2);
  }
}
