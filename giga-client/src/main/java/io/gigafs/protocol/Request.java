package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A request to a server.
 *
 * @param <R> the type of the result
 */
public interface Request<R extends Result> {
  /** The operation, which the class of the request declares. */
  @SuppressWarnings("unchecked") // A class of requests has one kind of result.
  default Opcode<R> opcode() {
    return (Opcode<R>) Opcode.ofRequests(getClass());
  }

  /** The identity on whose behalf it is sent, if there is one. */
  default @Nullable Caller caller() {
    return null;
  }

  /** The maximum number of bytes of file data, or of cache blocks, in its answer. */
  default int answerDataBytes() {
    return 0;
  }
}
