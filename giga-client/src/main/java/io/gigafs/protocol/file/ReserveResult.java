package io.gigafs.protocol.file;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** The offset of the reserved bytes. */
public record ReserveResult(long offset) implements Result {
  public static final Codec<ReserveResult> CODEC =
      Codec.of(ReserveResult.class, ReserveResult::write, ReserveResult::read);

  void write(WireWriter out) {
    out.varlong(offset);
  }

  static ReserveResult read(WireReader in) {
    return new ReserveResult(in.varlong());
  }
}
