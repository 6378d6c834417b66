package io.gigafs.protocol;

import java.util.List;

/** Extended attributes of a file, in the order of their names as bytes. */
public record XattrsResult(List<Xattr> xattrs) implements Result {
  /** The fewest bytes that an attribute takes. */
  private static final int MIN_BYTES = 1 + 1;

  void write(WireWriter out) {
    out.count(xattrs.size());
    for (Xattr xattr : xattrs) {
      out.text(xattr.name()).bytes(xattr.value());
    }
  }

  static XattrsResult read(WireReader in) {
    return new XattrsResult(in.list(MIN_BYTES, next -> new Xattr(next.text(), next.bytes())));
  }
}
