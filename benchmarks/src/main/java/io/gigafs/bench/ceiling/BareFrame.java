package io.gigafs.bench.ceiling;

import io.gigafs.load.NumberedNames;
import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * The frames of the bare loop. A request is 24 bytes: its number (8), the name (14) and two bytes
 * of padding; its answer is the number.
 */
final class BareFrame {
  static final int REQUEST_BYTES = 24;
  static final int ANSWER_BYTES = 8;
  static final int NAME_BYTES = 14;
  private static final int REST_BYTES = REQUEST_BYTES - ANSWER_BYTES - NAME_BYTES;

  private BareFrame() {}

  /** Writes a create request. */
  static void write(ByteBuf frame, long request, long file) {
    frame.writeLong(request);
    frame.writeBytes(NumberedNames.of(file).bytes());
    frame.writeZero(REST_BYTES);
  }

  /** Reads a request, and writes its answer. */
  static void read(ByteBuf in, ByteBuf answers, ByteBuffer name) {
    answers.writeLong(in.readLong());
    in.readBytes(name);
    in.skipBytes(REST_BYTES);
  }
}
