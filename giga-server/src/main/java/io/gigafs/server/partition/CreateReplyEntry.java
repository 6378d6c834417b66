package io.gigafs.server.partition;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.MadeFiles;
import io.gigafs.protocol.frame.ResultWriter;
import io.gigafs.protocol.namespace.CreateRequest;
import io.netty.buffer.ByteBuf;

/**
 * The cached replies to pipelined creates in one partition, with no object per file and a compact
 * row in the format of {@link ResultWriter}.
 */
final class CreateReplyEntry implements ReplyItem {
  /** The mark of such an item, in place of an outcome. */
  static final int MARK = 252;

  private static final int DONE = 0;

  private final MadeFiles made;
  private final int from;
  private final int to;

  /** Creates an item for the files in [from, to), which must not be empty. */
  CreateReplyEntry(MadeFiles made, int from, int to) {
    this.made = made;
    this.from = from;
    this.to = to;
  }

  @Override
  public long first() {
    long lowest = made.number(from);
    for (int i = from + 1; i < to; i++) {
      lowest = Math.min(lowest, made.number(i));
    }
    return lowest;
  }

  @Override
  public long last() {
    long highest = made.number(from);
    for (int i = from + 1; i < to; i++) {
      highest = Math.max(highest, made.number(i));
    }
    return highest;
  }

  @Override
  public boolean has(long number) {
    return find(number) < to;
  }

  /** The index of a file, or {@code to} if it is not in this item. */
  private int find(long number) {
    int i = from;
    while (i < to && made.number(i) != number) {
      i++;
    }
    return i;
  }

  private int placeOf(long number) {
    int place = find(number);
    if (place == to) {
      throw new IllegalArgumentException("mutation " + number + " is not among these");
    }
    return place;
  }

  /** A number belongs to one request only. */
  @Override
  @SuppressWarnings("unchecked") // an opcode has one kind of result
  public <R extends Result> Answer<R> answer(long number, Mutation<R> request) {
    int place = placeOf(number);
    if (request.opcode() == CreateRequest.OPCODE
        && made.digest(place)
            == RequestDigest.ofEntry(
                CreateRequest.OPCODE, request.name().hash() ^ request.content())) {
      return (Answer<R>) new Answer.Done<>(made.result(place));
    }
    return ReplyItem.ofAnother(number, request);
  }

  @Override
  public boolean isOfEntry(long number, short digest) {
    return false;
  }

  @Override
  public int outcome(long number) {
    return DONE;
  }

  @Override
  public long inode(long number) {
    return made.inode(placeOf(number));
  }

  @Override
  public void writeTo(ByteBuf out, ResultWriter results) {
    out.writeLong(first()).writeByte(MARK);
    int lengthAt = out.writerIndex();
    out.writeInt(0);
    results.write(made, from, to, out);
    out.setInt(lengthAt, out.writerIndex() - lengthAt - Integer.BYTES);
  }

  /** Decodes what follows an item's {@link #MARK}. */
  static CreateReplyEntry read(ByteBuf in) {
    ByteBuf slice = in.readSlice(in.readInt());
    byte[] body = new byte[slice.readableBytes()];
    slice.readBytes(body);
    MadeFiles made = MadeFiles.decode(body);
    if (made.count() == 0) {
      throw new IllegalArgumentException("a reply row has an empty item");
    }
    return new CreateReplyEntry(made, 0, made.count());
  }
}
