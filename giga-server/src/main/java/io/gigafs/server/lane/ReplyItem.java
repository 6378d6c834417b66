package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.ResultWriter;
import io.netty.buffer.ByteBuf;

/** Final answers of one mutation, or of many that were decided together. Immutable. */
sealed interface ReplyItem permits OneReply, ManyReplies, MadeReplies {
  /** The lowest number that it speaks of; likewise last. */
  long first();

  long last();

  /** Whether it speaks of a mutation. */
  boolean has(long number);

  /** What a mutation was answered that it speaks of, and is asked for again. */
  <R extends Result> Answer<R> answer(long number, Opcode<R> opcode);

  /** 0 if a mutation that it speaks of was done, the number of an error otherwise. */
  int outcome(long number);

  /** The inode id of what a mutation made that it speaks of; 0 if it failed. */
  long inode(long number);

  /** Appends the item as {@link ReplyBody} has it. */
  void writeTo(ByteBuf out, ResultWriter results);
}
