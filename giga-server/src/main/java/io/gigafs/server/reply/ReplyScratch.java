package io.gigafs.server.reply;

import io.gigafs.protocol.frame.ResultWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/** A reusable buffer and writer for encoding reply rows. Belongs to one thread. */
public final class ReplyScratch {
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
