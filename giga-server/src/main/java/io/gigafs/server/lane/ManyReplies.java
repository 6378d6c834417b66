package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.ResultWriter;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What became of the mutations of one bulk request: a few bytes for each, in memory and in the
 * store.
 *
 * <pre>
 * many = u32 count of runs, run*, result
 * run  = u64 first number, u32 count of numbers
 * result is that of a BULK_CREATE as on the wire; "elsewhere" stands for what the item does not speak of
 * </pre>
 */
final class ManyReplies implements ReplyItem {
  /** In place of an item's outcome. */
  static final int MARK = 255;

  private static final int RUN_BYTES = Long.BYTES + Integer.BYTES;

  private final long[] numbers;
  private final BulkCreateResult result;
  private final int firstPlace;
  private final int lastPlace;

  private ManyReplies(long[] numbers, BulkCreateResult result, int firstPlace, int lastPlace) {
    this.numbers = numbers;
    this.result = result;
    this.firstPlace = firstPlace;
    this.lastPlace = lastPlace;
  }

  /**
   * The outcomes of these mutations, which now belong to the item.
   *
   * @param numbers ascending
   * @param result of as many; what is elsewhere is not spoken of
   * @return null if all are elsewhere
   */
  static @Nullable ManyReplies of(long[] numbers, BulkCreateResult result) {
    int first = 0;
    int last = numbers.length - 1;
    while (first <= last && isElsewhere(result, first)) {
      first++;
    }
    while (first < last && isElsewhere(result, last)) {
      last--;
    }
    return first > last ? null : new ManyReplies(numbers, result, first, last);
  }

  private static boolean isElsewhere(BulkCreateResult result, int place) {
    return result.outcomes()[place] == BulkCreateResult.ELSEWHERE;
  }

  @Override
  public long first() {
    return numbers[firstPlace];
  }

  @Override
  public long last() {
    return numbers[lastPlace];
  }

  @Override
  public boolean has(long number) {
    int place = Arrays.binarySearch(numbers, number);
    return place >= 0 && !isElsewhere(result, place);
  }

  @Override
  public int outcome(long number) {
    return result.outcomes()[placeOf(number)];
  }

  @Override
  public long inode(long number) {
    return result.inodes()[placeOf(number)];
  }

  private int placeOf(long number) {
    if (!has(number)) {
      throw new IllegalArgumentException("mutation " + number + " is not among these");
    }
    return Arrays.binarySearch(numbers, number);
  }

  /** A number is of one request for ever, whose bulk operation asks for outcomes. */
  @Override
  public <R extends Result> Answer<R> answer(long number, Opcode<R> opcode) {
    return new Answer.Failed<>(
        ErrorCode.EINVAL, "mutation " + number + " is of a bulk request, not of " + opcode);
  }

  @Override
  public void writeTo(ByteBuf out, ResultWriter results) {
    out.writeLong(first()).writeByte(MARK);
    int lengthAt = out.writerIndex();
    out.writeInt(0);
    writeRuns(out);
    results.write(Opcode.BULK_CREATE, result, out);
    out.setInt(lengthAt, out.writerIndex() - lengthAt - Integer.BYTES);
  }

  private void writeRuns(ByteBuf out) {
    int countAt = out.writerIndex();
    out.writeInt(0);
    int runs = 0;
    int start = 0;
    for (int i = 1; i <= numbers.length; i++) {
      if (i == numbers.length || numbers[i] != numbers[i - 1] + 1) {
        out.writeLong(numbers[start]).writeInt(i - start);
        start = i;
        runs++;
      }
    }
    out.setInt(countAt, runs);
  }

  /** Takes what follows an item's {@link #MARK}. */
  static ManyReplies read(ByteBuf in) {
    ByteBuf body = in.readSlice(in.readInt());
    ByteBuf runs = body.readSlice(body.readInt() * RUN_BYTES);
    byte[] encoded = new byte[body.readableBytes()];
    body.readBytes(encoded);
    BulkCreateResult result = Opcode.BULK_CREATE.decodeResult(encoded);
    ManyReplies read = of(readRuns(runs, result.outcomes().length), result);
    if (read == null) {
      throw new IllegalArgumentException("a reply row has an item that says nothing");
    }
    return read;
  }

  private static long[] readRuns(ByteBuf runs, int count) {
    long[] numbers = new long[count];
    int place = 0;
    while (runs.isReadable()) {
      long first = runs.readLong();
      int length = runs.readInt();
      for (int i = 0; i < length; i++) {
        numbers[place++] = first + i;
      }
    }
    return numbers;
  }
}
