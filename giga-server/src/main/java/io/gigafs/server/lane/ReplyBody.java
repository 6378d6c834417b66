package io.gigafs.server.lane;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one client was answered in one batch: the body of a reply row. Immutable.
 *
 * <pre>
 * row   = item*
 * item  = u64 number, u8 outcome, u16 length, body
 * outcome 0: body is the result as on the wire; otherwise an error number, and body is the detail in UTF-8
 * </pre>
 */
final class ReplyBody {
  private static final int ITEM_HEADER_BYTES = Long.BYTES + 1 + Short.BYTES;

  private final List<ReplyItem> items;
  private final long last;

  private ReplyBody(List<ReplyItem> items) {
    this.items = items;
    long highest = 0;
    for (ReplyItem item : items) {
      highest = Math.max(highest, item.number());
    }
    this.last = highest;
  }

  static ReplyBody of(List<ReplyItem> items) {
    return new ReplyBody(List.copyOf(items));
  }

  /** The highest number in the row. */
  long last() {
    return last;
  }

  @Nullable ReplyItem find(long number) {
    for (ReplyItem item : items) {
      if (item.number() == number) {
        return item;
      }
    }
    return null;
  }

  byte[] encode() {
    int size = 0;
    for (ReplyItem item : items) {
      size += ITEM_HEADER_BYTES + item.body().length;
    }
    byte[] encoded = new byte[size];
    ByteBuf out = Unpooled.wrappedBuffer(encoded).clear();
    for (ReplyItem item : items) {
      out.writeLong(item.number())
          .writeByte(item.outcome())
          .writeShort(item.body().length)
          .writeBytes(item.body());
    }
    return encoded;
  }

  static ReplyBody decode(byte[] encoded) {
    ByteBuf in = Unpooled.wrappedBuffer(encoded);
    List<ReplyItem> items = new ArrayList<>();
    while (in.isReadable()) {
      long number = in.readLong();
      int outcome = in.readUnsignedByte();
      byte[] body = new byte[in.readUnsignedShort()];
      in.readBytes(body);
      items.add(new ReplyItem(number, outcome, body));
    }
    return new ReplyBody(items);
  }
}
