package io.gigafs.access;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The access control lists of a directory.
 *
 * @param access who may do what with the directory, null if its permission bits say that. Read it
 *     under these: {@link Acl#withMode}
 * @param inherited what is given to what is made in the directory, null if nothing is: the default
 *     list of acl(5)
 */
public record DirectoryAcls(@Nullable Acl access, @Nullable Acl inherited) {
  public static final DirectoryAcls NONE = new DirectoryAcls(null, null);

  private static final byte[] NOTHING = {};

  /** The lists in bytes: none if there are none, else each, led by its length. */
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
   * The lists of these bytes.
   *
   * @throws IllegalArgumentException if they are no lists
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
            in.remaining() + " bytes are left behind a directory's lists");
      }
      return new DirectoryAcls(access, inherited);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a directory's lists end too early", e);
    }
  }

  /** The lists for people: {@code none} if there are none. */
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
