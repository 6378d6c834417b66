package io.gigafs.protocol.frame;

import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireWriter;
import io.netty.buffer.ByteBuf;

/**
 * Encodes results for {@link Opcode#decodeResult}, without payloads and other transient parts. Not
 * thread-safe.
 */
public final class ResultWriter {
  private final WireWriter writer = new WireWriter();

  /** A writer that appends parts of results to the buffer; valid until the next call. */
  public WireWriter appendingTo(ByteBuf out) {
    writer.reset(out);
    return writer;
  }

  /** Appends the result of a request with this opcode to the buffer. */
  public <R extends Result> void write(Opcode<R> opcode, R result, ByteBuf out) {
    writer.reset(out);
    opcode.writeResult(result, writer);
  }
}
