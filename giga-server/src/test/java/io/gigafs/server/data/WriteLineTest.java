package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Order, fairness and rejection of writes on one line, with a thread that the test runs. */
class WriteLineTest {
  private final Queue<Runnable> thread = new ArrayDeque<>();
  private final List<Integer> done = new ArrayList<>();
  private final WriteLine line = new WriteLine(this::begin);
  private boolean isStopped;

  private void begin(Runnable work) {
    if (isStopped) {
      throw new RejectedExecutionException("stopped");
    }
    thread.add(work);
  }

  private void write(int... numbers) {
    for (int number : numbers) {
      line.execute(() -> done.add(number));
    }
  }

  private void commitBatch() {
    thread.remove().run();
  }

  @Test
  void writesRunInOrderOnOneThread() {
    write(1, 2, 3);
    assertThat(thread).hasSize(1);
    commitBatch();
    assertThat(done).containsExactly(1, 2, 3);
    assertThat(thread).isEmpty();
    write(4);
    commitBatch();
    assertThat(done).containsExactly(1, 2, 3, 4);
  }

  @Test
  void otherTasksRunInBetween() {
    write(1, 2, 3, 4, 5, 6, 7, 8, 9);
    thread.add(() -> done.add(0));
    commitBatch();
    commitBatch();
    commitBatch();
    assertThat(done).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 0, 9);
    assertThat(thread).isEmpty();
  }

  @Test
  void failedWriteDoesNotBlockOthers() {
    write(1);
    line.execute(
        () -> {
          throw new IllegalStateException("failed");
        });
    write(2);
    assertThatThrownBy(this::commitBatch).isInstanceOf(IllegalStateException.class);
    commitBatch();
    assertThat(done).containsExactly(1, 2);
  }

  @Test
  void writesAreRejectedAfterAStop() {
    isStopped = true;
    assertThatThrownBy(() -> write(1)).isInstanceOf(RejectedExecutionException.class);
    isStopped = false;
    write(2);
    commitBatch();
    assertThat(done).containsExactly(2);
  }

  @Test
  void acceptedWritesRunAfterAStop() {
    write(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    isStopped = true;
    commitBatch();
    assertThat(done).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }

  @Test
  void writesMayRunOnTheCallingThread() {
    WriteLine own = new WriteLine(Runnable::run);
    own.execute(() -> own.execute(() -> done.add(2)));
    own.execute(() -> done.add(3));
    assertThat(done).containsExactly(2, 3);
  }
}
