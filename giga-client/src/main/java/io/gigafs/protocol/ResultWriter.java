package io.gigafs.protocol;

import io.netty.buffer.ByteBuf;

/**
 * Writes results as {@link Opcode#decodeResult} reads them, without what only travels with them.
 * Belongs to one thread.
 */
public final class ResultWriter {
  private final WireWriter writer = new WireWriter();

  /** Writes the result of a request of that kind behind what the buffer has. */
  public <R extends Result> void write(Opcode<R> opcode, R result, ByteBuf out) {
    writer.reset(out);
    opcode.writeResult(result, writer);
  }

  /** Likewise, those of the creates that made some of the files, from one to before another. */
  public void write(MadeFiles made, int from, int to, ByteBuf out) {
    writer.reset(out);
    made.write(from, to, writer);
  }
}
