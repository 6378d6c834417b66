package io.gigafs.protocol.frame;

import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.bulk.MadeFiles;
import io.netty.buffer.ByteBuf;

/**
 * Encodes results for {@link Opcode#decodeResult}, without payloads and other transient parts. Not
 * thread-safe.
 */
public final class ResultWriter {
  private final WireWriter writer = new WireWriter();

  /** Appends the result of a request with this opcode to the buffer. */
  public <R extends Result> void write(Opcode<R> opcode, R result, ByteBuf out) {
    writer.reset(out);
    opcode.writeResult(result, writer);
  }

  /** Appends the results of the creates of the files in [from, to) to the buffer. */
  public void write(MadeFiles made, int from, int to, ByteBuf out) {
    writer.reset(out);
    made.write(from, to, writer);
  }
}
