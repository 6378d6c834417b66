package io.gigafs.protocol.namespace;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/** The extended attributes of a file, in the order of their names as bytes. */
public record XattrsResult(List<Xattr> xattrs) implements Result {
  public static final Codec<XattrsResult> CODEC =
      Codec.of(XattrsResult.class, XattrsResult::write, XattrsResult::read);

  void write(WireWriter out) {
    Xattr.writeAll(xattrs, out);
  }

  static XattrsResult read(WireReader in) {
    return new XattrsResult(Xattr.readAll(in));
  }
}
