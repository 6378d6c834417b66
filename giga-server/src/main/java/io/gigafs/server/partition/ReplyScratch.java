package io.gigafs.server.partition;

import io.gigafs.protocol.ResultWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A reusable buffer and writer for encoding reply rows. Belongs to one thread. */
final class ReplyScratch {
  private final ByteBuf buffer = Unpooled.buffer();
  private final ResultWriter results = new ResultWriter();

  /** The buffer for the next row, empty. */
  ByteBuf emptyBuffer() {
    return buffer.clear();
  }

  ResultWriter results() {
    return results;
  }
}
