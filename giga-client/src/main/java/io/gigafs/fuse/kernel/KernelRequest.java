package io.gigafs.fuse.kernel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A request of the kernel, in a worker's buffer. For one thread at a time. */
final class KernelRequest {
  private static final int MIN_BYTES = KernelProtocol.IN_HEADER;

  private final ByteBuffer buffer;
  private final ByteBuffer data;
  private int length;
  private int cursor;

  KernelRequest(ByteBuffer buffer) {
    this.buffer = buffer;
    this.data = buffer.duplicate().order(ByteOrder.nativeOrder());
  }

  /** Begins to read a request of this length; false if it is malformed. */
  boolean begin(int bytes) {
    length = bytes;
    cursor = KernelProtocol.IN_HEADER;
    return bytes >= MIN_BYTES && buffer.getInt(0) == bytes;
  }

  int opcode() {
    return buffer.getInt(4);
  }

  long unique() {
    return buffer.getLong(8);
  }

  long node() {
    return buffer.getLong(16);
  }

  int uid() {
    return buffer.getInt(24);
  }

  int gid() {
    return buffer.getInt(28);
  }

  int pid() {
    return buffer.getInt(32);
  }

  /**
   * The 4-byte number at an offset of the request's own structure; int64 is the same for 8 bytes.
   */
  int int32(int offset) {
    return buffer.getInt(KernelProtocol.IN_HEADER + offset);
  }

  long int64(int offset) {
    return buffer.getLong(KernelProtocol.IN_HEADER + offset);
  }

  /** Continues after the request's own structure, with {@link #text} or {@link #data}. */
  KernelRequest behind(int bytes) {
    cursor = KernelProtocol.IN_HEADER + bytes;
    return this;
  }

  /** The next NUL-terminated string. */
  byte[] text() {
    int end = cursor;
    while (end < length && buffer.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - cursor];
    buffer.get(cursor, text);
    cursor = end + 1;
    return text;
  }

  /** The next bytes, without a copy. */
  ByteBuffer data(int bytes) {
    return data.limit(cursor + bytes).position(cursor);
  }
}
