package io.gigafs.server.partition;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkCreateRequest;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.frame.ResultWriter;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The cached replies to the mutations of one bulk request, with no object per mutation and a
 * compact row.
 *
 * <pre>
 * many = u32 count of runs, run*, u16 digest of each, result
 * run  = u64 first number, u32 count of numbers
 * result is that of a BULK_CREATE as on the wire
 * </pre>
 */
final class BulkReplyEntry implements ReplyItem {
  /** The mark of such an item, in place of an outcome. */
  static final int MARK = 251;

  private static final int RUN_BYTES = Long.BYTES + Integer.BYTES;

  /** The maximum number of entries of a bulk request. */
  private static final int MAX_NUMBERS = 1 << 16;

  private final long[] numbers;
  private final short[] digests;
  private final BulkCreateResult result;

  private BulkReplyEntry(long[] numbers, short[] digests, BulkCreateResult result) {
    this.numbers = numbers;
    this.digests = digests;
    this.result = result;
  }

  /**
   * Creates an item for these mutations; it takes ownership of the arrays.
   *
   * @param numbers ascending
   * @param digests in the same order, see {@link RequestDigest#ofEntry}
   * @param result in the same order; entries in other partitions are omitted
   * @return null if all entries are in other partitions
   */
  static @Nullable BulkReplyEntry of(long[] numbers, short[] digests, BulkCreateResult result) {
    if (isAllHere(result)) {
      return numbers.length == 0 ? null : new BulkReplyEntry(numbers, digests, result);
    }
    int[] outcomes = result.outcomes();
    int[] here =
        IntStream.range(0, outcomes.length)
            .filter(i -> outcomes[i] != BulkCreateResult.ELSEWHERE)
            .toArray();
    if (here.length == 0) {
      return null;
    }
    short[] ofThese = new short[here.length];
    for (int i = 0; i < here.length; i++) {
      ofThese[i] = digests[here[i]];
    }
    return new BulkReplyEntry(
        IntStream.of(here).mapToLong(i -> numbers[i]).toArray(),
        ofThese,
        new BulkCreateResult(
            IntStream.of(here).map(i -> outcomes[i]).toArray(),
            IntStream.of(here).mapToLong(i -> result.inodes()[i]).toArray(),
            null));
  }

  private static boolean isAllHere(BulkCreateResult result) {
    for (int outcome : result.outcomes()) {
      if (outcome == BulkCreateResult.ELSEWHERE) {
        return false;
      }
    }
    return true;
  }

  @Override
  public long first() {
    return numbers[0];
  }

  @Override
  public long last() {
    return numbers[numbers.length - 1];
  }

  @Override
  public boolean has(long number) {
    return Arrays.binarySearch(numbers, number) >= 0;
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
    int place = Arrays.binarySearch(numbers, number);
    if (place < 0) {
      throw new IllegalArgumentException("mutation " + number + " is not among these");
    }
    return place;
  }

  @Override
  public boolean isOfEntry(long number, short digest) {
    return digests[placeOf(number)] == digest;
  }

  /** A number belongs to one request only, and a bulk operation reads outcomes instead. */
  @Override
  public <R extends Result> Answer<R> answer(long number, Mutation<R> request) {
    return ReplyItem.ofAnother(number, request);
  }

  @Override
  public void writeTo(ByteBuf out, ResultWriter results) {
    out.writeLong(first()).writeByte(MARK);
    int lengthAt = out.writerIndex();
    out.writeInt(0);
    writeRuns(out);
    for (short digest : digests) {
      out.writeShort(digest);
    }
    results.write(BulkCreateRequest.OPCODE, result, out);
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

  /** Decodes what follows an item's {@link #MARK}. */
  static BulkReplyEntry read(ByteBuf in) {
    ByteBuf body = in.readSlice(in.readInt());
    int runCount = body.readInt();
    if (runCount < 0 || runCount > body.readableBytes() / RUN_BYTES) {
      throw new IllegalArgumentException("a reply row has " + runCount + " runs of numbers");
    }
    ByteBuf runs = body.readSlice(runCount * RUN_BYTES);
    short[] digests = new short[Math.toIntExact(countOf(runs))];
    for (int i = 0; i < digests.length; i++) {
      digests[i] = body.readShort();
    }
    byte[] encoded = new byte[body.readableBytes()];
    body.readBytes(encoded);
    BulkCreateResult result = BulkCreateRequest.OPCODE.decodeResult(encoded);
    if (result.outcomes().length != digests.length) {
      throw new IllegalArgumentException(
          "a reply row has " + digests.length + " numbers for other outcomes");
    }
    BulkReplyEntry read = of(readRuns(runs, digests.length), digests, result);
    if (read == null) {
      throw new IllegalArgumentException("a reply row has an empty item");
    }
    return read;
  }

  /** The number of mutations; bounded, because as many digests must follow. */
  private static long countOf(ByteBuf runs) {
    long count = 0;
    for (int at = runs.readerIndex(); at < runs.writerIndex(); at += RUN_BYTES) {
      int length = runs.getInt(at + Long.BYTES);
      if (length < 0) {
        throw new IllegalArgumentException("a reply row has a run of " + length + " numbers");
      }
      count += length;
    }
    if (count > MAX_NUMBERS) {
      throw new IllegalArgumentException("a reply row has " + count + " numbers");
    }
    return count;
  }

  private static long[] readRuns(ByteBuf runs, int count) {
    long[] numbers = new long[count];
    int place = 0;
    while (runs.isReadable()) {
      long first = runs.readLong();
      int length = runs.readInt();
      if (length < 0 || length > count - place) {
        throw new IllegalArgumentException("a reply row has more numbers than outcomes");
      }
      for (int i = 0; i < length; i++) {
        numbers[place++] = first + i;
      }
    }
    if (place < count) {
      throw new IllegalArgumentException(
          "a reply row has " + place + " numbers for " + count + " outcomes");
    }
    return numbers;
  }
}
