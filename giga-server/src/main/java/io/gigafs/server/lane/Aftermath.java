package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.MadeFiles;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.CreatesExchange;
import io.gigafs.rpc.Exchange;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What hangs on a commit: answers, actions, and the partitions that it changes. Used by the lane's
 * thread only.
 *
 * <p>One part that throws does not keep the others from happening.
 */
final class Aftermath {
  private static final Logger LOG = LoggerFactory.getLogger(Aftermath.class);

  private final List<Pending> answers = new ArrayList<>();
  private final List<Runnable> afterCommit = new ArrayList<>();
  private final List<BiConsumer<ErrorCode, String>> onFailure = new ArrayList<>();
  private final List<PartitionState> touched = new ArrayList<>();

  /**
   * Adds an answer.
   *
   * @param read what finds the answer again without the batch; null if it needs the batch
   */
  <R extends Result> void add(Exchange<R> exchange, Answer<R> answer, @Nullable LaneTask read) {
    answers.add(new PendingAnswer<>(exchange, answer, read));
  }

  /** Adds the answers of pipelined creates. */
  void add(CreatesExchange exchange, MadeFiles made) {
    answers.add(new PendingFiles(exchange, made));
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
  }

  /** The partitions that the batch changes, each of them once. */
  List<PartitionState> touched() {
    return touched;
  }

  /**
   * The batch is committed. Actions come before answers: whoever reads an answer finds them done.
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

  /** Drops the answers of reads, and returns what finds them again. */
  List<LaneTask> takeReads() {
    List<LaneTask> reads = new ArrayList<>();
    answers.removeIf(
        answer -> {
          LaneTask read = answer.read();
          return read != null && reads.add(read);
        });
    return reads;
  }

  /** Nothing of the batch was done: everyone is told, and the store's word counts again. */
  void fail(Store store, ErrorCode code, String detail) {
    for (PartitionState partition : touched) {
      guard(() -> partition.reload(store));
    }
    for (BiConsumer<ErrorCode, String> action : onFailure) {
      guard(() -> action.accept(code, detail));
    }
    for (Pending answer : answers) {
      guard(() -> answer.fail(code, detail));
    }
    clear();
  }

  private static void guard(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException e) {
      LOG.error("what follows a commit failed in part", e);
    }
  }

  private void clear() {
    answers.clear();
    afterCommit.clear();
    onFailure.clear();
    for (int i = 0; i < touched.size(); i++) {
      touched.get(i).touchIsOver(this);
    }
    touched.clear();
  }

  /** What is said once the batch is committed. */
  private interface Pending extends Runnable {
    /** Says that it is not committed. */
    void fail(ErrorCode code, String detail);

    /** What finds the answer again without the batch; null if it needs the batch. */
    @Nullable LaneTask read();
  }

  private record PendingAnswer<R extends Result>(
      Exchange<R> exchange, Answer<R> answer, @Nullable LaneTask read) implements Pending {
    @Override
    public void run() {
      exchange.answer(answer);
    }

    @Override
    public void fail(ErrorCode code, String detail) {
      exchange.answer(new Answer.Failed<>(code, detail));
    }
  }

  private record PendingFiles(CreatesExchange exchange, MadeFiles made) implements Pending {
    @Override
    public void run() {
      exchange.answer(made);
    }

    @Override
    public void fail(ErrorCode code, String detail) {
      for (int i = 0; i < made.count(); i++) {
        exchange.alone(made.which(i)).answer(new Answer.Failed<>(code, detail));
      }
    }

    @Override
    public @Nullable LaneTask read() {
      return null;
    }
  }
}
