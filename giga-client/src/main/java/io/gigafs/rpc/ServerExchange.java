package io.gigafs.rpc;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/**
 * A request on a server's connection, and later its answer.
 *
 * <p>It owns the file data of both, and a memory claim for as long: the data of the request until
 * it is answered, and that of the answer until it is sent or the connection is closed.
 */
final class ServerExchange<R extends Result> implements Exchange<R> {
  @SuppressWarnings("rawtypes") // A class literal has no type parameters.
  private static final AtomicReferenceFieldUpdater<ServerExchange, Answer> ANSWER =
      AtomicReferenceFieldUpdater.newUpdater(ServerExchange.class, Answer.class, "answer");

  private final ServerConnection connection;
  private final long id;
  private final Opcode<R> opcode;
  private final int frameBytes;
  private final long deadlineNanos;
  private final @Nullable Payload payload;
  private final MemoryBudget.@Nullable Claim memory;

  /** The claim for the request's frame, if it was a long one. */
  private final MemoryBudget.@Nullable Claim frameMemory;

  /** The estimated size of the answer, as its connection counts it. */
  private final int answerBytes;

  private volatile @Nullable Answer<R> answer;

  /**
   * Creates an exchange.
   *
   * @param memory the claim for file data of the request and of the answer
   * @param frameMemory the claim for the request's frame
   * @param answerBytes the estimated size of the answer, as its connection counts it
   */
  ServerExchange(
      ServerConnection connection,
      long id,
      Request<R> request,
      int frameBytes,
      long deadlineNanos,
      MemoryBudget.@Nullable Claim memory,
      MemoryBudget.@Nullable Claim frameMemory,
      int answerBytes) {
    this.connection = connection;
    this.id = id;
    this.opcode = request.opcode();
    this.frameBytes = frameBytes;
    this.deadlineNanos = deadlineNanos;
    this.payload = Payload.carriedBy(request);
    this.memory = memory;
    this.frameMemory = frameMemory;
    this.answerBytes = answerBytes;
  }

  /**
   * Sends the answer.
   *
   * @throws IllegalStateException if it was answered already
   */
  @Override
  public void answer(Answer<R> newAnswer) {
    if (!tryAnswer(newAnswer)) {
      throw new IllegalStateException(
          opcode + " of " + connection.address() + " is answered a second time");
    }
  }

  /** Answers, unless it was answered already. */
  boolean tryAnswer(Answer<R> newAnswer) {
    if (!ANSWER.compareAndSet(this, null, newAnswer)) {
      Payload.releaseOf(newAnswer);
      return false;
    }
    if (payload != null) {
      payload.release();
    }
    connection.answered(this);
    return true;
  }

  /** The answer was sent, or never will be. */
  void over() {
    Answer<R> given = answer;
    if (given != null) {
      Payload.releaseOf(given);
    }
    if (memory != null) {
      memory.close();
    }
    if (frameMemory != null) {
      frameMemory.close();
    }
  }

  int answerBytes() {
    return answerBytes;
  }

  /** The amount of memory that it claims for file data. */
  long dataBytes() {
    return memory == null ? 0 : memory.bytes();
  }

  /** The answer's frame. Only valid once there is an answer. */
  Frame frame() {
    Answer<R> given = answer;
    if (given == null) {
      throw new IllegalStateException(opcode + " is not answered");
    }
    return new Frame.OfAnswer(id, opcode, given);
  }

  /** The frame to send if the answer cannot be sent. */
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
