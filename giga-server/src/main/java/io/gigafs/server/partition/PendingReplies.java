package io.gigafs.server.partition;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The replies, actions and changed partitions of a pending commit. Used by the lane's thread only.
 *
 * <p>A failing action or reply does not keep the others from running.
 */
final class PendingReplies {
  private final TaskFailures failures;
  private final List<Pending<?>> answers = new ArrayList<>();
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final List<BiConsumer<ErrorCode, String>> onFailure = new ArrayList<>();
  private final List<PartitionState> touched = new ArrayList<>();

  /** The partitions that the current task changes, each once. */
  private final List<PartitionState> touchedByTask = new ArrayList<>();

  private long task;

  private int answersBefore;
  private int afterCommitBefore;
  private int onFailureBefore;

  /**
   * @param failures counts and logs failing actions and replies
   */
  PendingReplies(TaskFailures failures) {
    this.failures = failures;
  }

  /**
   * Starts a task: what is added from now on belongs to it.
   *
   * @param number unique on the lane
   */
  void beginTask(long number) {
    task = number;
    answersBefore = answers.size();
    afterCommitBefore = afterCommit.size();
    onFailureBefore = onFailure.size();
    if (!touchedByTask.isEmpty()) {
      touchedByTask.clear();
    }
  }

  /** Whether the task has changed a partition or added an action. */
  boolean hasTaskDone() {
    return !touchedByTask.isEmpty()
        || afterCommit.size() > afterCommitBefore
        || onFailure.size() > onFailureBefore;
  }

  /** Whether the task has answered the exchange. */
  boolean hasTaskAnswered(Object exchange) {
    for (int i = answersBefore; i < answers.size(); i++) {
      if (answers.get(i).isTo(exchange)) {
        return true;
      }
    }
    return false;
  }

  /** Fails the replies of the task, which changed nothing. */
  void failAnswersOfTask(ErrorCode code, String detail) {
    List<Pending<?>> tail = answers.subList(answersBefore, answers.size());
    List<Pending<?>> ofTask = List.copyOf(tail);
    tail.clear();
    ofTask.forEach(answer -> guard(() -> answer.fail(code, detail)));
  }

  /**
   * Removes what the task has added, and the replies that it cached in the partitions it changed.
   */
  PendingReplies takeTask() {
    PendingReplies ofTask = new PendingReplies(failures);
    moveTail(answers, answersBefore, ofTask.answers);
    moveTail(afterCommit, afterCommitBefore, ofTask.afterCommit);
    moveTail(onFailure, onFailureBefore, ofTask.onFailure);
    for (PartitionState partition : touchedByTask) {
      partition.replies().rollBack();
      ofTask.touched.add(partition);
    }
    touchedByTask.clear();
    return ofTask;
  }

  private static <T> void moveTail(List<T> from, int start, List<T> to) {
    List<T> tail = from.subList(start, from.size());
    to.addAll(tail);
    tail.clear();
  }

  /**
   * Adds a reply.
   *
   * @param read decides it again without the batch; null if it needs the batch
   */
  <R extends Result> void add(Exchange<R> exchange, Answer<R> answer, @Nullable LaneTask read) {
    answers.add(new Pending<>(exchange, answer, read));
  }

  void addAfterCommit(Runnable action) {
    afterCommit.add(action);
  }

  void addOnFailure(BiConsumer<ErrorCode, String> action) {
    onFailure.add(action);
  }

  void touch(PartitionState partition) {
    if (partition.isFirstTouchOf(this)) {
      touched.add(partition);
    }
    if (partition.isFirstTouchOfTask(task)) {
      touchedByTask.add(partition);
    }
  }

  /** The partitions that the batch changes, each once. */
  List<PartitionState> touched() {
    return touched;
  }

  /**
   * Called after the commit. Actions run before replies are sent, so that clients see their effect.
   */
  void succeed() {
    for (int i = 0; i < afterCommit.size(); i++) {
      guard(afterCommit.get(i));
    }
    for (int i = 0; i < answers.size(); i++) {
      guard(answers.get(i));
    }
    clear();
  }

  /** Removes the replies of reads, and returns the tasks that decide them again. */
  List<LaneTask> takeReads() {
    List<LaneTask> reads = new ArrayList<>();
    answers.removeIf(
        answer -> {
          LaneTask read = answer.read();
          return read != null && reads.add(read);
        });
    answersBefore = 0;
    return reads;
  }

  /** Called when nothing of the batch was done: reloads the partitions and fails all replies. */
  void fail(Store store, ErrorCode code, String detail) {
    for (PartitionState partition : touched) {
      guard(() -> partition.reload(store));
    }
    for (BiConsumer<ErrorCode, String> action : onFailure) {
      guard(() -> action.accept(code, detail));
    }
    for (Pending<?> answer : answers) {
      guard(() -> answer.fail(code, detail));
    }
    clear();
  }

  private void guard(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error e) {
      failures.noteAfterCommit(e);
    }
  }

  private void clear() {
    answers.clear();
    afterCommit.clear();
    onFailure.clear();
    touchedByTask.clear();
    answersBefore = 0;
    afterCommitBefore = 0;
    onFailureBefore = 0;
    for (int i = 0; i < touched.size(); i++) {
      touched.get(i).touchIsOver(this);
    }
    touched.clear();
  }

  /**
   * A reply that is sent after the commit.
   *
   * @param read decides it again without the batch; null if it needs the batch
   */
  private record Pending<R extends Result>(
      Exchange<R> exchange, Answer<R> answer, @Nullable LaneTask read) implements Runnable {
    @Override
    public void run() {
      exchange.answer(answer);
    }

    /** Sends the failure instead. */
    void fail(ErrorCode code, String detail) {
      exchange.answer(new Answer.Failed<>(code, detail));
    }

    @SuppressWarnings("ReferenceEquality") // the same exchange
    boolean isTo(Object other) {
      return exchange == other;
    }
  }
}
