package io.gigafs.server.reply;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.ResultWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The final reply to one mutation: as decided, or as stored. Immutable.
 *
 * <p>It answers only the request that it was decided for, not another one of the same number.
 */
public abstract sealed class SingleReplyEntry implements ReplyItem {
  /**
   * The mark before the digest, in place of an outcome. Whenever the encoding of results changes,
   * choose another mark, and add this one to the older ones in {@link ReplyBody}.
   */
  static final int MARK = 250;

  private final long number;
  private final int digest;

  private SingleReplyEntry(long number, int digest) {
    this.number = number;
    this.digest = digest;
  }

  /**
   * Creates the entry of a final answer: a result or an error.
   *
   * @throws IllegalArgumentException if it is neither, or carries bytes that must be released
   */
  public static <R extends Result> SingleReplyEntry of(
      long number, int digest, Opcode<R> opcode, Answer<R> answer) {
    if (Payload.carriedBy(answer) != null) {
      throw new IllegalArgumentException("an answer with bytes of a file: " + answer);
    }
    if (answer instanceof Answer.Done<R> || answer instanceof Answer.Failed<R>) {
      return new Decided<>(number, digest, opcode, answer);
    }
    throw new IllegalArgumentException("not a final answer: " + answer);
  }

  /** Decodes what follows an item's {@link #MARK}. */
  static SingleReplyEntry read(long number, ByteBuf in) {
    int digest = in.readInt();
    int outcome = in.readUnsignedByte();
    byte[] body = new byte[in.readUnsignedShort()];
    in.readBytes(body);
    return new Stored(number, digest, outcome, body);
  }

  @Override
  public final long first() {
    return number;
  }

  @Override
  public final long last() {
    return number;
  }

  @Override
  public final boolean has(long asked) {
    return asked == number;
  }

  @Override
  public final <R extends Result> Answer<R> answer(long asked, Mutation<R> request) {
    return digest == RequestDigest.of(request)
        ? answer(request.opcode())
        : ReplyItem.ofAnother(asked, request);
  }

  @Override
  public final boolean isOfEntry(long asked, short ofEntry) {
    return false;
  }

  @Override
  public final int outcome(long asked) {
    throw new IllegalStateException("mutation " + asked + " is not an entry of a bulk request");
  }

  @Override
  public final long inode(long asked) {
    throw new IllegalStateException("mutation " + asked + " is not an entry of a bulk request");
  }

  @Override
  public final @Nullable FileAttributes attributes(long asked) {
    throw new IllegalStateException("mutation " + asked + " is not an entry of a bulk request");
  }

  @Override
  public final void writeTo(ByteBuf out, ResultWriter results) {
    out.writeLong(number).writeByte(MARK).writeInt(digest).writeByte(outcome());
    int lengthAt = out.writerIndex();
    out.writeShort(0);
    writeBody(out, results);
    out.setShort(lengthAt, out.writerIndex() - lengthAt - Short.BYTES);
  }

  /** 0 for a result, an error number otherwise. */
  abstract int outcome();

  /** Writes the encoded result or the error's detail. */
  abstract void writeBody(ByteBuf out, ResultWriter results);

  abstract <R extends Result> Answer<R> answer(Opcode<R> opcode);

  /** As decided: encoded only when it is written. */
  private static final class Decided<D extends Result> extends SingleReplyEntry {
    private final Opcode<D> opcode;
    private final Answer<D> answer;

    Decided(long number, int digest, Opcode<D> opcode, Answer<D> answer) {
      super(number, digest);
      this.opcode = opcode;
      this.answer = answer;
    }

    @Override
    int outcome() {
      return answer instanceof Answer.Failed<D> failed ? failed.code().number() : 0;
    }

    @Override
    void writeBody(ByteBuf out, ResultWriter results) {
      if (answer instanceof Answer.Failed<D> failed) {
        out.writeCharSequence(failed.detail(), StandardCharsets.UTF_8);
      } else if (answer instanceof Answer.Done<D> done) {
        results.write(opcode, done.result(), out);
      }
    }

    @Override
    @SuppressWarnings("unchecked") // an opcode has one kind of result
    <R extends Result> Answer<R> answer(Opcode<R> asked) {
      if (asked == opcode) {
        return (Answer<R>) answer;
      }
      // Equivalent requests of several kinds are stored as one of them.
      ByteBuf body = Unpooled.buffer();
      writeBody(body, new ResultWriter());
      return new Stored(first(), 0, outcome(), ByteBufUtil.getBytes(body)).answer(asked);
    }
  }

  /** As stored: from before a restart, or from the partition that this one was split from. */
  private static final class Stored extends SingleReplyEntry {
    private final int outcome;
    private final byte[] body;

    Stored(long number, int digest, int outcome, byte[] body) {
      super(number, digest);
      this.outcome = outcome;
      this.body = body;
    }

    @Override
    int outcome() {
      return outcome;
    }

    @Override
    void writeBody(ByteBuf out, ResultWriter results) {
      out.writeBytes(body);
    }

    @Override
    <R extends Result> Answer<R> answer(Opcode<R> asked) {
      return outcome == 0
          ? new Answer.Done<>(asked.decodeResult(body))
          : new Answer.Failed<>(
              ErrorCode.ofNumber(outcome), new String(body, StandardCharsets.UTF_8));
    }
  }
}
