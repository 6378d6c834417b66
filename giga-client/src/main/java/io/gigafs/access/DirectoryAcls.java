package io.gigafs.access;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The access control lists of a directory.
 *
 * @param access the access ACL, null if the permission bits suffice. To be combined with these:
 *     {@link Acl#withMode}
 * @param inherited the default ACL of acl(5), which new entries inherit; null for none
 */
public record DirectoryAcls(@Nullable Acl access, @Nullable Acl inherited) {
  public static final DirectoryAcls NONE = new DirectoryAcls(null, null);

  private static final byte[] NOTHING = {};

  /** The binary form: empty for no lists, else each list preceded by its length. */
  public byte[] encode() {
    if (access == null && inherited == null) {
      return NOTHING;
    }
    byte[] first = access == null ? NOTHING : access.encode();
    byte[] second = inherited == null ? NOTHING : inherited.encode();
    return ByteBuffer.allocate(2 * Short.BYTES + first.length + second.length)
        .putShort((short) first.length)
        .put(first)
        .putShort((short) second.length)
        .put(second)
        .array();
  }

  /**
   * Decodes lists.
   *
   * @throws IllegalArgumentException if the bytes are malformed
   */
  public static DirectoryAcls decode(byte[] encoded) {
    if (encoded.length == 0) {
      return NONE;
    }
    ByteBuffer in = ByteBuffer.wrap(encoded);
    try {
      Acl access = aclOrNone(in);
      Acl inherited = aclOrNone(in);
      if (in.hasRemaining()) {
        throw new IllegalArgumentException(
            in.remaining() + " more bytes follow a directory's lists");
      }
      return new DirectoryAcls(access, inherited);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a directory's lists end too early", e);
    }
  }

  /** The readable form: {@code none} for no lists. */
  public String text() {
    return (access == null ? "none" : access) + (inherited == null ? "" : ", default " + inherited);
  }

  private static @Nullable Acl aclOrNone(ByteBuffer in) {
    int length = in.getShort();
    if (length == 0) {
      return null;
    }
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("a directory's lists end too early");
    }
    byte[] encoded = new byte[length];
    in.get(encoded);
    return Acl.decode(encoded);
  }
}
