package io.gigafs.server.reply;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The replies to one client in one batch, and the client's confirmed number at that time: the body
 * of a reply row. Immutable.
 *
 * <pre>
 * row   = u64 confirmed, item*
 * item  = one | many
 * one   = u64 number, u8 250, u32 digest of the request, u8 outcome, u16 length, body
 * outcome 0: body is the result as on the wire; otherwise an error number, and body is the detail in UTF-8
 * many  = u64 first number, u8 249, u32 length, body of {@link BulkReplyEntry}
 * </pre>
 *
 * <p>Items from before digests were added, or with results in an older encoding, have another mark,
 * or an outcome in its place. They are skipped, because nobody can match or decode them. Only
 * clients that retry during the upgrade of their server to this version notice.
 */
final class ReplyBody {
  /** With a digest, but attributes without flags or birth time. */
  private static final int ONE_BEFORE = 253;

  private static final int MANY_WITHOUT_ATTRIBUTES = 251;

  /** Creates of one file each that were decided together. */
  private static final int CREATES_BEFORE = 252;

  private static final int MADE_BEFORE = 254;
  private static final int MANY_BEFORE = 255;

  private final long row;
  private final long confirmed;
  private final long last;
  private final List<ReplyItem> items;

  /**
   * Creates a row for the replies of one batch; it takes ownership of the list.
   *
   * @param row the number of the row
   */
  ReplyBody(long row, long confirmed, List<ReplyItem> items) {
    this(row, confirmed, last(confirmed, items), items);
  }

  private ReplyBody(long row, long confirmed, long last, List<ReplyItem> items) {
    this.row = row;
    this.confirmed = confirmed;
    this.last = last;
    this.items = items;
  }

  /** The client had confirmed all mutations up to this number when the row was written. */
  long confirmed() {
    return confirmed;
  }

  /** The number of the row, unique for the client in the partition. */
  long row() {
    return row;
  }

  /** The highest mutation number in the row. */
  long last() {
    return last;
  }

  private static long last(long confirmed, List<ReplyItem> items) {
    long last = items.isEmpty() ? confirmed : 0;
    for (int i = 0; i < items.size(); i++) {
      last = Math.max(last, items.get(i).last());
    }
    return last;
  }

  boolean isEmpty() {
    return items.isEmpty();
  }

  @Nullable ReplyItem find(long number) {
    for (ReplyItem item : items) {
      if (item.has(number)) {
        return item;
      }
    }
    return null;
  }

  /** Encodes the row. */
  byte[] encode(ReplyScratch scratch) {
    return ByteBufUtil.getBytes(encodeInto(scratch));
  }

  /**
   * Encodes the row into a buffer over an array, from index 0; valid until the next row is encoded.
   */
  ByteBuf encodeInto(ReplyScratch scratch) {
    ByteBuf out = scratch.emptyBuffer();
    out.writeLong(confirmed);
    for (int i = 0; i < items.size(); i++) {
      items.get(i).writeTo(out, scratch.results());
    }
    return out;
  }

  static ReplyBody decode(long row, byte[] encoded) {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    long confirmed = in.readLong();
    List<ReplyItem> items = new ArrayList<>();
    while (in.isReadable()) {
      long number = in.readLong();
      int outcome = in.readUnsignedByte();
      switch (outcome) {
        case BulkReplyEntry.MARK -> items.add(BulkReplyEntry.read(in));
        case SingleReplyEntry.MARK -> items.add(SingleReplyEntry.read(number, in));
        case ONE_BEFORE -> {
          in.skipBytes(Integer.BYTES + 1);
          in.skipBytes(in.readUnsignedShort());
        }
        case MANY_WITHOUT_ATTRIBUTES, CREATES_BEFORE, MADE_BEFORE, MANY_BEFORE ->
            in.skipBytes(in.readInt());
        default -> in.skipBytes(in.readUnsignedShort());
      }
    }
    return new ReplyBody(row, confirmed, items);
  }
}
