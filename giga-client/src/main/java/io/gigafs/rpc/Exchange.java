package io.gigafs.rpc;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result;

/**
 * One request on the server side. It has to be answered exactly once.
 *
 * @param <R> the type of the result
 */
public interface Exchange<R extends Result> {
  /**
   * Sends the answer and takes ownership of the file data in it. The file data of the request is
   * released and must not be used any more. Answers of one connection are batched into one write.
   * The answer is dropped silently if the connection is closed.
   */
  void answer(Answer<R> answer);

  /** The client that sent the request. */
  Peer peer();

  /**
   * The deadline of the request, by the server's {@link Clock#nanos}; the client does not wait
   * longer.
   */
  long deadlineNanos();
}
