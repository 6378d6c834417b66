package io.gigafs.rpc;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;

/**
 * One request at its server, waiting to be answered exactly once.
 *
 * @param <R> what a result holds
 */
public interface Exchange<R extends Result> {
  /**
   * Sends the answer, to which bytes of a file in it belong from here on; those in the request are
   * released, and may be used no more. Answers of one connection are gathered and sent together.
   * Lost without a word if the connection is gone.
   */
  void answer(Answer<R> answer);

  /** Who asked. */
  Peer peer();

  /** By the server's {@link Clock#nanos}: nobody waits for an answer after this. */
  long deadlineNanos();
}
