package io.gigafs.server.partition;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;

/** A task of a lane. */
@FunctionalInterface
public interface LaneTask {
  /**
   * Decides; its writes go into the write batch, and its replies are sent after the commit. Must
   * not block.
   */
  void run(CommitBatch commitBatch);

  /**
   * Answers the request of the task, which failed: its changes are rolled back.
   *
   * @param commitBatch for the replies; those of the task itself are dropped
   */
  default void fail(CommitBatch commitBatch, ErrorCode code, String detail) {}

  /** A task whose request is answered if it fails. */
  static <R extends Result> LaneTask of(Exchange<R> exchange, LaneTask task) {
    return commitBatch -> {
      commitBatch.reportFailureTo(exchange);
      task.run(commitBatch);
    };
  }

  /** A task that belongs to no request. If it throws, the action runs, on the lane. */
  static LaneTask orElse(LaneTask task, Runnable action) {
    return new LaneTask() {
      @Override
      public void run(CommitBatch commitBatch) {
        task.run(commitBatch);
      }

      @Override
      public void fail(CommitBatch commitBatch, ErrorCode code, String detail) {
        action.run();
      }
    };
  }

  /** The number of requests that it decides. */
  default int requests() {
    return 1;
  }
}
