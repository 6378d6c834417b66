package io.gigafs.rpc;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Frame;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** A request on a server's connection, and in time its answer. */
final class ServerExchange<R extends Result> implements Exchange<R> {
  @SuppressWarnings("rawtypes") // A class literal knows no parameters.
  private static final AtomicReferenceFieldUpdater<ServerExchange, Answer> ANSWER =
      AtomicReferenceFieldUpdater.newUpdater(ServerExchange.class, Answer.class, "answer");

  private final ServerConnection connection;
  private final long id;
  private final Opcode<R> opcode;
  private final int frameBytes;
  private final long deadlineNanos;
  private volatile @Nullable Answer<R> answer;

  ServerExchange(
      ServerConnection connection, long id, Opcode<R> opcode, int frameBytes, long deadlineNanos) {
    this.connection = connection;
    this.id = id;
    this.opcode = opcode;
    this.frameBytes = frameBytes;
    this.deadlineNanos = deadlineNanos;
  }

  /**
   * Sends the answer.
   *
   * @throws IllegalStateException if there was one already
   */
  @Override
  public void answer(Answer<R> newAnswer) {
    if (!tryAnswer(newAnswer)) {
      throw new IllegalStateException(
          opcode + " of " + connection.address() + " is answered a second time");
    }
  }

  /** Answers unless there was an answer already. */
  boolean tryAnswer(Answer<R> newAnswer) {
    if (!ANSWER.compareAndSet(this, null, newAnswer)) {
      return false;
    }
    connection.answered(this);
    return true;
  }

  /** The answer's frame; only once there is an answer. */
  Frame frame() {
    Answer<R> given = answer;
    if (given == null) {
      throw new IllegalStateException(opcode + " is not answered");
    }
    return new Frame.OfAnswer(id, opcode, given);
  }

  /** What is sent if the answer cannot be. */
  Frame failure(String detail) {
    return new Frame.OfAnswer(id, opcode, new Answer.Failed<>(ErrorCode.EIO, detail));
  }

  Opcode<R> opcode() {
    return opcode;
  }

  int frameBytes() {
    return frameBytes;
  }

  @Override
  public Peer peer() {
    return connection;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }
}
