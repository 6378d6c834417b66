package io.gigafs.server.reply;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.ResultWriter;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/** Final replies to one mutation, or to many that were decided together. Immutable. */
public sealed interface ReplyItem permits SingleReplyEntry, BulkReplyEntry {
  /** The lowest and highest mutation number of the item. */
  long first();

  long last();

  /** Whether the item has a reply to a mutation. */
  boolean has(long number);

  /** The reply to a retried mutation of this item. */
  <R extends Result> Answer<R> answer(long number, Mutation<R> request);

  /**
   * Whether a mutation of this item is that of an entry of a bulk request.
   *
   * @param digest see {@link RequestDigest#ofEntry}
   */
  boolean isOfEntry(long number, short digest);

  /** 0 if an entry's mutation in this item was done, an error number otherwise. */
  int outcome(long number);

  /** The inode id that an entry's mutation in this item created; 0 if it failed. */
  long inode(long number);

  /**
   * The attributes of the file that an entry's mutation in this item created or found; null if it
   * failed or its result has none.
   */
  @Nullable FileAttributes attributes(long number);

  /** The answer to a request with the number of another request. */
  static <R extends Result> Answer<R> ofAnother(long number, Mutation<R> request) {
    return new Answer.Failed<>(
        ErrorCode.EINVAL,
        "mutation " + number + " belongs to another request than this " + request.opcode());
  }

  /** Appends the item in the format of {@link ReplyBody}. */
  void writeTo(ByteBuf out, ResultWriter results);
}
