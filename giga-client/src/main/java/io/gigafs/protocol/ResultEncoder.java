package io.gigafs.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;

/**
 * Writes results that are kept as bytes: each create's is. Made once per thread, as making it takes
 * more than a result does. Belongs to its thread.
 */
final class ResultEncoder {
  private static final ThreadLocal<ResultEncoder> OWN = ThreadLocal.withInitial(ResultEncoder::new);

  /** Most results are shorter; a buffer that grew beyond it is given back. */
  private static final int KEPT_BYTES = 1_024;

  private final WireWriter writer = new WireWriter();
  private final ByteBuf buffer = Unpooled.buffer(KEPT_BYTES);

  private ResultEncoder() {}

  static ResultEncoder ofThisThread() {
    return OWN.get();
  }

  /** Begins a result: what is written to the writer from here on. */
  WireWriter begin() {
    writer.reset(buffer.clear());
    return writer;
  }

  /** The bytes of the result. */
  byte[] end() {
    byte[] bytes = Arrays.copyOf(buffer.array(), buffer.writerIndex());
    if (buffer.capacity() > KEPT_BYTES) {
      buffer.clear().capacity(KEPT_BYTES);
    }
    return bytes;
  }
}
