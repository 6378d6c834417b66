package io.gigafs.server.reply;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.frame.ResultWriter;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The cached replies to the mutations of one bulk request in one partition, with no object per
 * mutation and a compact row.
 *
 * <pre>
 * many  = count of mutations, run* of their numbers, entry of each, u8 flags, [made], [found]
 * run   = varlong first number less the last one of the run before, count of consecutive numbers
 * entry = u16 digest, varint outcome plus 1, difference of the inode id
 * flags = 1 made, 2 found
 * made, found as in the result of a CREATE on the wire
 * </pre>
 */
public final class BulkReplyEntry implements ReplyItem {
  /** The mark of such an item, in place of an outcome. */
  static final int MARK = 249;

  /** The maximum number of entries of a bulk request. */
  private static final int MAX_NUMBERS = 1 << 16;

  /** The minimum encoded size of an entry. */
  private static final int MIN_ENTRY_BYTES = 2 + 1 + 1;

  /** The minimum encoded size of attributes. */
  private static final int MIN_FOUND_BYTES = 16;

  private static final int HAS_MADE = 1;
  private static final int HAS_FOUND = 1 << 1;

  private final DecidedEntries decided;
  private final BulkEntries entries;

  private BulkReplyEntry(DecidedEntries decided, BulkEntries entries) {
    this.decided = decided;
    this.entries = entries;
  }

  /**
   * Creates an item for these entries, without those whose outcome is elsewhere.
   *
   * @return null if that is the outcome of all
   */
  public static @Nullable BulkReplyEntry of(DecidedEntries decided, BulkEntries entries) {
    int here = 0;
    for (int k = 0; k < entries.size(); k++) {
      here += isHere(decided, entries, k) ? 1 : 0;
    }
    if (here == 0) {
      return null;
    }
    if (here == entries.size()) {
      return new BulkReplyEntry(decided, entries);
    }
    int[] indices = new int[here];
    int next = 0;
    for (int k = 0; k < entries.size(); k++) {
      if (isHere(decided, entries, k)) {
        indices[next] = entries.index(k);
        next++;
      }
    }
    return new BulkReplyEntry(decided, BulkEntries.of(indices, 0, here));
  }

  private static boolean isHere(DecidedEntries decided, BulkEntries entries, int k) {
    return decided.outcomes()[entries.index(k)] != BulkCreateResult.ELSEWHERE;
  }

  private long number(int k) {
    return decided.numbers()[entries.index(k)];
  }

  @Override
  public long first() {
    return number(0);
  }

  @Override
  public long last() {
    return number(entries.size() - 1);
  }

  @Override
  public boolean has(long number) {
    return find(number) >= 0;
  }

  /** The place among the entries of a number; negative if it has none. */
  private int find(long number) {
    int low = 0;
    int high = entries.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = number(middle);
      if (found == number) {
        return middle;
      } else if (found < number) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  private int index(long number) {
    int place = find(number);
    if (place < 0) {
      throw new IllegalArgumentException("mutation " + number + " is not among these");
    }
    return entries.index(place);
  }

  @Override
  public int outcome(long number) {
    return decided.outcomes()[index(number)];
  }

  @Override
  public long inode(long number) {
    return decided.inodes()[index(number)];
  }

  @Override
  public @Nullable FileAttributes attributes(long number) {
    return decided.attributes(index(number));
  }

  @Override
  public boolean isOfEntry(long number, short digest) {
    return decided.digests()[index(number)] == digest;
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
    write(results.appendingTo(out));
    out.setInt(lengthAt, out.writerIndex() - lengthAt - Integer.BYTES);
  }

  private void write(WireWriter out) {
    int count = entries.size();
    out.count(count);
    long previous = 0;
    int start = 0;
    for (int k = 1; k <= count; k++) {
      if (k == count || number(k) != number(k - 1) + 1) {
        out.varlong(number(start) - previous).count(k - start);
        previous = number(k - 1);
        start = k;
      }
    }
    long inode = 0;
    for (int k = 0; k < count; k++) {
      int i = entries.index(k);
      out.int16(decided.digests()[i]).varint(decided.outcomes()[i] + 1);
      out.difference(inode, decided.inodes()[i]);
      inode = decided.inodes()[i];
    }
    NewFiles made = decided.made();
    List<FileAttributes> found = decided.found();
    out.int8((made == null ? 0 : HAS_MADE) | (found.isEmpty() ? 0 : HAS_FOUND));
    if (made != null) {
      made.write(out);
    }
    if (!found.isEmpty()) {
      out.count(found.size());
      for (FileAttributes each : found) {
        out.attributes(each);
      }
    }
  }

  /** Decodes what follows an item's {@link #MARK}. */
  static BulkReplyEntry read(ByteBuf in) {
    WireReader body = new WireReader();
    int length = in.readInt();
    body.reset(in, length);
    int count = body.count(MAX_NUMBERS, MIN_ENTRY_BYTES);
    if (count == 0) {
      throw new IllegalArgumentException("a reply row has an empty item");
    }
    long[] numbers = readNumbers(body, count);
    short[] digests = new short[count];
    int[] outcomes = new int[count];
    long[] inodes = new long[count];
    long inode = 0;
    for (int i = 0; i < count; i++) {
      digests[i] = (short) body.int16();
      outcomes[i] = body.varint() - 1;
      inode = body.difference(inode);
      inodes[i] = inode;
    }
    int flags = body.int8();
    NewFiles made = (flags & HAS_MADE) == 0 ? null : NewFiles.read(body);
    List<FileAttributes> found = new ArrayList<>();
    if ((flags & HAS_FOUND) != 0) {
      for (int left = body.count(MAX_NUMBERS, MIN_FOUND_BYTES); left > 0; left--) {
        found.add(body.attributes());
      }
    }
    body.finish();
    return new BulkReplyEntry(
        new DecidedEntries(numbers, digests, outcomes, inodes, made, found),
        BulkEntries.all(count));
  }

  private static long[] readNumbers(WireReader in, int count) {
    long[] numbers = new long[count];
    long number = 0;
    int read = 0;
    while (read < count) {
      number += in.varlong();
      int run = in.count();
      if (run == 0 || run > count - read) {
        throw new IllegalArgumentException("a reply row has a run of " + run + " numbers");
      }
      for (int i = 0; i < run; i++) {
        numbers[read] = number + i;
        read++;
      }
      number += run - 1;
    }
    return numbers;
  }
}
