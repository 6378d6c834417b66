package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/** The offset of the reserved bytes. */
public record ReserveResult(long offset) implements Result {
  public static final Codec<ReserveResult> CODEC = Codec.of(ReserveResult.class, VARLONG);
}
