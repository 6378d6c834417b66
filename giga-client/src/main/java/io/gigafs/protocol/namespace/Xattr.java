package io.gigafs.protocol.namespace;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * An extended attribute of a file.
 *
 * @param name with its namespace, such as {@code user.origin}; 1 to 255 bytes of UTF-8, no NUL
 * @param value at most {@link #MAX_VALUE_BYTES} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Xattr(String name, byte[] value) {
  /** The maximum length of a name, in bytes: XATTR_NAME_MAX. */
  public static final int MAX_NAME_BYTES = 255;

  /** The maximum length of a value, in bytes: XATTR_SIZE_MAX. */
  public static final int MAX_VALUE_BYTES = 64 << 10;

  /** The minimum encoded size. */
  private static final int MIN_BYTES = 1 + 1;

  public static void writeAll(List<Xattr> xattrs, WireWriter out) {
    out.count(xattrs.size());
    for (Xattr xattr : xattrs) {
      out.text(xattr.name).bytes(xattr.value);
    }
  }

  public static List<Xattr> readAll(WireReader in) {
    return in.list(MIN_BYTES, next -> new Xattr(next.text(), next.bytes()));
  }
}
