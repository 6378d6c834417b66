package io.gigafs.client.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.concurrent.Futures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for sequence numbers: consecutive, confirmed without gaps, and within a limited span. */
final class SequenceTrackerTest {
  private final SequenceTracker tracker = new SequenceTracker();
  private final List<Long> taken = new ArrayList<>();

  @Test
  void confirmsUpToTheFirstUnfinishedNumber() {
    begin(5);
    tracker.finish(2, 1);
    tracker.finish(3, 1);
    assertThat(tracker.confirmed()).isZero();
    tracker.finish(1, 1);
    assertThat(tracker.confirmed()).isEqualTo(3);
    tracker.finish(4, 2);
    assertThat(tracker.confirmed()).isEqualTo(5);
  }

  @Test
  void numbersBeyondTheSpanWaitInOrder() {
    begin(SequenceTracker.SPAN - 1);
    begin(2);
    begin(1);
    assertThat(taken).containsExactly(1L);
    tracker.finish(2, SequenceTracker.SPAN - 2);
    assertThat(taken).as("the first is not finished").containsExactly(1L);
    tracker.finish(1, 1);
    assertThat(taken).containsExactly(1L, (long) SequenceTracker.SPAN, SequenceTracker.SPAN + 2L);
  }

  @Test
  void manyWaitersMayFinishAtOnce() {
    begin(SequenceTracker.SPAN);
    for (int i = 0; i < 100_000; i++) {
      tracker.begin(1, number -> tracker.finish(number, 1));
    }
    tracker.finish(1, SequenceTracker.SPAN);
    assertThat(tracker.confirmed()).isEqualTo(SequenceTracker.SPAN + 100_000L);
  }

  @Test
  void failingWaiterDoesNotStopTheOthers() {
    begin(SequenceTracker.SPAN);
    tracker.begin(
        1,
        number -> {
          throw new IllegalStateException("a failure on purpose");
        });
    begin(1);
    tracker.finish(1, SequenceTracker.SPAN);
    begin(1);
    assertThat(taken).containsExactly(1L, SequenceTracker.SPAN + 2L, SequenceTracker.SPAN + 3L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void confirmedMatchesASetOfUnfinishedNumbers(long seed) {
    Random random = new Random(seed);
    TreeSet<Long> open = new TreeSet<>();
    long last = 0;
    for (int step = 0; step < 1_000_000; step++) {
      if (open.isEmpty() || (random.nextInt(100) < 52 && open.size() < 5_000)) {
        last++;
        begin(1);
        assertThat(taken.remove(0)).isEqualTo(last);
        open.add(last);
      } else {
        Long low = open.first();
        Long high = open.ceiling(low + random.nextInt(200));
        long number = high == null ? low : high;
        open.remove(number);
        tracker.finish(number, 1);
      }
      assertThat(tracker.confirmed()).isEqualTo(open.isEmpty() ? last : open.first() - 1);
    }
  }

  @Test
  void eachNumberGoesToOneOfManyThreads() {
    int threads = 4;
    int each = 200_000;
    ConcurrentLinkedQueue<Long> all = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      running.add(
          CompletableFuture.runAsync(
              () -> {
                for (int i = 0; i < each; i++) {
                  tracker.begin(
                      1,
                      number -> {
                        all.add(number);
                        tracker.finish(number, 1);
                      });
                }
              }));
    }
    Futures.allOf(running).join();
    List<Long> sorted = new ArrayList<>(all);
    Collections.sort(sorted);
    assertThat(sorted).hasSize(threads * each);
    assertThat(sorted.get(0)).isOne();
    assertThat(sorted.get(sorted.size() - 1)).isEqualTo((long) threads * each);
    assertThat(tracker.confirmed()).isEqualTo((long) threads * each);
  }

  private void begin(int count) {
    tracker.begin(count, taken::add);
  }
}
