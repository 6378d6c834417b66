package io.gigafs.client.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests for tasks that run at their deadline, or earlier. */
final class DeadlinesTest {
  private final VirtualTime time = new VirtualTime();
  private final List<String> done = new ArrayList<>();
  private final Pauses pauses = new Pauses(time);
  private final Deadlines deadlines = new Deadlines(pauses, time);

  private void once(long delayMillis, Runnable task) {
    var unused = deadlines.once(time.nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis), task);
  }

  private static void fail() {
    throw new IllegalStateException("a failure on purpose");
  }

  @Test
  void tasksRunInOrderOfTheirDeadlines() {
    once(2_000, () -> done.add("second"));
    once(1_000, () -> done.add("first"));
    once(5_000, () -> done.add("third"));
    time.advanceMillis(3_000);
    assertThat(done).containsExactly("first", "second");
    time.runAll();
    assertThat(done).containsExactly("first", "second", "third");
  }

  @Test
  void failingTaskDoesNotStopTheOthers() {
    once(1_000, DeadlinesTest::fail);
    once(1_000, () -> done.add("second"));
    time.runAll();
    assertThat(done).containsExactly("second");
    once(1_000, () -> done.add("third"));
    time.runAll();
    assertThat(done).containsExactly("second", "third");
  }

  @Test
  void closeRunsAllDelayedTasksEvenIfOneFails() {
    pauses.after(1_000, () -> done.add("first"));
    pauses.after(2_000, DeadlinesTest::fail);
    pauses.after(3_000, () -> done.add("third"));
    pauses.close();
    assertThat(done).containsExactlyInAnyOrder("first", "third");
  }
}
