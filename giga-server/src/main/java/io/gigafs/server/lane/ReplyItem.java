package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.ResultWriter;
import io.netty.buffer.ByteBuf;

/** Final answers of one mutation, or of many that were decided together. Immutable. */
sealed interface ReplyItem permits SingleReplyEntry, BulkReplyEntry, CreateReplyEntry {
  /** The lowest number that it speaks of; likewise last. */
  long first();

  long last();

  /** Whether it speaks of a mutation. */
  boolean has(long number);

  /** What a mutation was answered that it speaks of, and is asked for again. */
  <R extends Result> Answer<R> answer(long number, Mutation<R> request);

  /**
   * Whether a mutation that it speaks of is that of an entry of a request for many.
   *
   * @param digest as of {@link RequestDigest#ofEntry}
   */
  boolean isOfEntry(long number, short digest);

  /** 0 if an entry's mutation that it speaks of was done, the number of an error otherwise. */
  int outcome(long number);

  /** The inode id of what an entry's mutation made that it speaks of; 0 if it failed. */
  long inode(long number);

  /** What a request is answered that has the number of another one. */
  static <R extends Result> Answer<R> ofAnother(long number, Mutation<R> request) {
    return new Answer.Failed<>(
        ErrorCode.EINVAL,
        "mutation " + number + " was another request than this " + request.opcode());
  }

  /** Appends the item as {@link ReplyBody} has it. */
  void writeTo(ByteBuf out, ResultWriter results);
}
