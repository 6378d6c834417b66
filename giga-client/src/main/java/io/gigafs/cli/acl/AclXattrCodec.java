package io.gigafs.cli.acl;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Encodes lists as values of extended attributes, in Linux's format: a 32-bit version, 2, and for
 * each entry 16 bits of tag, 16 of permissions and 32 of id; all little-endian.
 */
public final class AclXattrCodec {
  /** The attribute with the access list of a file. */
  public static final String ACCESS = "system.posix_acl_access";

  /** The attribute of a directory with the list that new files in it inherit. */
  public static final String DEFAULT = "system.posix_acl_default";

  private static final int VERSION = 2;
  private static final int HEADER_BYTES = 4;
  private static final int ENTRY_BYTES = 8;
  private static final int NOBODY = -1;

  private AclXattrCodec() {}

  public static byte[] encode(EditedAcl acl) {
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER_BYTES + acl.entries().size() * ENTRY_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(VERSION);
    for (AclEntry entry : acl.entries()) {
      bytes
          .putShort((short) entry.tag().code())
          .putShort((short) entry.permissions())
          .putInt(entry.tag().isNamed() ? entry.id() : NOBODY);
    }
    return bytes.array();
  }

  /**
   * Decodes a value.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  public static EditedAcl decode(byte[] value) {
    ByteBuffer bytes = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    if (value.length < HEADER_BYTES || (value.length - HEADER_BYTES) % ENTRY_BYTES != 0) {
      throw new IllegalArgumentException(
          "an access control list does not have " + value.length + " bytes");
    }
    int version = bytes.getInt();
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "unknown version " + version + " of an access control list");
    }
    List<AclEntry> entries = new ArrayList<>();
    while (bytes.hasRemaining()) {
      AclTag tag = AclTag.ofCode(Short.toUnsignedInt(bytes.getShort()));
      int permissions = Short.toUnsignedInt(bytes.getShort());
      int id = bytes.getInt();
      entries.add(new AclEntry(tag, tag.isNamed() ? id : 0, permissions));
    }
    return new EditedAcl(entries);
  }
}
