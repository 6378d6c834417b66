package io.gigafs.server.lane;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;

/** Something to do on a lane. */
@FunctionalInterface
public interface LaneTask {
  /**
   * Decides; what it writes goes into the commit batch's batch, what it says is sent after the
   * commit. May not block.
   */
  void run(CommitBatch commitBatch);

  /**
   * Answers the request that waits for the task, which failed: nothing of what it decided is done.
   *
   * @param commitBatch for the answers; those that the task gave itself are dropped
   */
  default void fail(CommitBatch commitBatch, ErrorCode code, String detail) {}

  /** A task whose request is answered if it fails. */
  static <R extends Result> LaneTask of(Exchange<R> exchange, LaneTask task) {
    return new LaneTask() {
      @Override
      public void run(CommitBatch commitBatch) {
        task.run(commitBatch);
      }

      @Override
      public void fail(CommitBatch commitBatch, ErrorCode code, String detail) {
        commitBatch.failTask(exchange, code, detail);
      }
    };
  }

  /** How many requests it decides. */
  default int requests() {
    return 1;
  }
}
