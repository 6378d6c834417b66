package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/**
 * An extended attribute of a file.
 *
 * @param name with its namespace, such as {@code user.origin}; 1 to 255 bytes of UTF-8, no NUL
 * @param value at most {@link #MAX_VALUE_BYTES} bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Xattr(String name, byte[] value) {
  public static final Codec<Xattr> CODEC = Codec.of(Xattr.class, TEXT, BYTES);

  /** The maximum length of a name, in bytes: XATTR_NAME_MAX. */
  public static final int MAX_NAME_BYTES = 255;

  /** The maximum length of a value, in bytes: XATTR_SIZE_MAX. */
  public static final int MAX_VALUE_BYTES = 64 << 10;

  /** Whether an extended attribute that is set may exist before, as in setxattr(2). */
  public enum XattrMode {
    /** It may exist. */
    SET(0),
    /** It must not exist (EEXIST): XATTR_CREATE. */
    CREATE(1),
    /** It must exist (ENODATA): XATTR_REPLACE. */
    REPLACE(2);

    static final Codec<XattrMode> CODEC = codeOf(XattrMode.class, XattrMode::code);

    private final int code;

    XattrMode(int code) {
      this.code = code;
    }

    /** The number on the wire. */
    public int code() {
      return code;
    }
  }
}
