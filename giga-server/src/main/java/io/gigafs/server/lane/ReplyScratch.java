package io.gigafs.server.lane;

import io.gigafs.protocol.ResultWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** What rows of replies are encoded with, one after the other. Belongs to one thread. */
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
