package io.gigafs.server.lane;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;

/** Something to do in a turn of a lane. */
@FunctionalInterface
public interface LaneTask {
  /**
   * Decides; what it writes goes into the turn's batch, what it says is sent after the commit. May
   * not block.
   */
  void run(Turn turn);

  /**
   * Answers the request that waits for the task, which failed: nothing of what it decided is done.
   *
   * @param turn for the answers; those that the task gave itself are dropped
   */
  default void fail(Turn turn, ErrorCode code, String detail) {}

  /** A task whose request is answered if it fails. */
  static <R extends Result> LaneTask of(Exchange<R> exchange, LaneTask task) {
    return new LaneTask() {
      @Override
      public void run(Turn turn) {
        task.run(turn);
      }

      @Override
      public void fail(Turn turn, ErrorCode code, String detail) {
        turn.failTask(exchange, code, detail);
      }
    };
  }

  /** How many requests it decides. */
  default int requests() {
    return 1;
  }
}
