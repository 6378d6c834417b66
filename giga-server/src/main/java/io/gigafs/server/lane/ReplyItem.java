package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import java.nio.charset.StandardCharsets;

/** One mutation's final answer, encoded. Immutable. */
public final class ReplyItem {
  private final long number;
  private final int outcome;
  private final byte[] body;

  ReplyItem(long number, int outcome, byte[] body) {
    this.number = number;
    this.outcome = outcome;
    this.body = body;
  }

  /** The final answer of a mutation: a result or an error. */
  static <R extends Result> ReplyItem of(long number, Opcode<R> opcode, Answer<R> answer) {
    if (answer instanceof Answer.Done<R> done) {
      return new ReplyItem(number, 0, opcode.encodeResult(done.result()));
    }
    if (answer instanceof Answer.Failed<R> failed) {
      return new ReplyItem(
          number, failed.code().number(), failed.detail().getBytes(StandardCharsets.UTF_8));
    }
    throw new IllegalArgumentException("not a final answer: " + answer);
  }

  long number() {
    return number;
  }

  /** 0 for a result, an error number otherwise. */
  int outcome() {
    return outcome;
  }

  /** The encoded result or the error's detail, not to be changed. */
  byte[] body() {
    return body;
  }

  <R extends Result> Answer<R> answer(Opcode<R> opcode) {
    return outcome == 0
        ? new Answer.Done<>(opcode.decodeResult(body))
        : new Answer.Failed<>(
            ErrorCode.ofNumber(outcome), new String(body, StandardCharsets.UTF_8));
  }
}
