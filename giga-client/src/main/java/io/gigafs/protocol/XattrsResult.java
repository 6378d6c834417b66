package io.gigafs.protocol;

import java.util.List;

/** The extended attributes of a file, in the order of their names as bytes. */
public record XattrsResult(List<Xattr> xattrs) implements Result {
  void write(WireWriter out) {
    Xattr.writeAll(xattrs, out);
  }

  static XattrsResult read(WireReader in) {
    return new XattrsResult(Xattr.readAll(in));
  }
}
