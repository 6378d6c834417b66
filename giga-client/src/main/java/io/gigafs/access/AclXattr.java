package io.gigafs.access;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Access control lists in Linux's format: the values of the extended attributes {@link #ACCESS} and
 * {@link #DEFAULT}, version 2.
 *
 * <pre>
 * u32 version, then for each entry: u16 tag, u16 permissions, u32 id; lowest byte first
 * </pre>
 */
public final class AclXattr {
  /** The attribute of a file's access ACL. */
  public static final String ACCESS = "system.posix_acl_access";

  /** The attribute of a directory's default ACL. */
  public static final String DEFAULT = "system.posix_acl_default";

  private static final int VERSION = 2;
  private static final int HEADER_BYTES = Integer.BYTES;
  private static final int ENTRY_BYTES = 2 * Short.BYTES + Integer.BYTES;

  /** The id of entries other than those of named users and groups. */
  private static final int NO_ID = -1;

  private static final int OWNER = 0x01;
  private static final int USER = 0x02;
  private static final int GROUP_OF_FILE = 0x04;
  private static final int GROUP = 0x08;
  private static final int MASK = 0x10;
  private static final int OTHER = 0x20;

  private AclXattr() {}

  /** Encodes a list as an attribute value. */
  public static byte[] encode(Acl acl) {
    int entries = 3 + acl.users().size() + acl.groups().size() + (acl.isMinimal() ? 0 : 1);
    byte[] value = new byte[HEADER_BYTES + ENTRY_BYTES * entries];
    ByteBuffer out = wrap(value).putInt(VERSION);
    put(out, OWNER, acl.owner(), NO_ID);
    acl.users().forEach(user -> put(out, USER, user.permissions(), user.id()));
    put(out, GROUP_OF_FILE, acl.group(), NO_ID);
    acl.groups().forEach(group -> put(out, GROUP, group.permissions(), group.id()));
    if (!acl.isMinimal()) {
      put(out, MASK, acl.mask(), NO_ID);
    }
    put(out, OTHER, acl.other(), NO_ID);
    return value;
  }

  private static void put(ByteBuffer out, int tag, int permissions, int id) {
    out.putShort((short) tag).putShort((short) permissions).putInt(id);
  }

  /** Whether a value has an unknown version; one without a version is malformed. */
  public static boolean hasOtherVersion(byte[] value) {
    return value.length >= HEADER_BYTES && wrap(value).getInt(0) != VERSION;
  }

  /** The minimum number of users and groups that a value names, well-formed or not. */
  public static int minNamed(byte[] value) {
    return Math.max(0, (value.length - HEADER_BYTES) / ENTRY_BYTES - 4);
  }

  /**
   * Decodes a value; null if it has no entries, which removes the list.
   *
   * <p>Entries are sorted by tag. Named users and groups may be in any order, without duplicates.
   *
   * @throws IllegalArgumentException if the value is malformed
   */
  public static @Nullable Acl decode(byte[] value) {
    if (value.length == 0) {
      return null;
    }
    if (value.length % ENTRY_BYTES != HEADER_BYTES || hasOtherVersion(value)) {
      throw new IllegalArgumentException(value.length + " bytes are not an ACL");
    }
    ByteBuffer in = wrap(value).position(HEADER_BYTES);
    if (!in.hasRemaining()) {
      return null;
    }
    int owner = one(in, OWNER);
    List<Acl.Named> users = named(in, USER);
    int group = one(in, GROUP_OF_FILE);
    List<Acl.Named> groups = named(in, GROUP);
    int mask = isNext(in, MASK) ? one(in, MASK) : Acl.NO_MASK;
    int other = one(in, OTHER);
    if (in.hasRemaining()) {
      throw new IllegalArgumentException("entries of an access control list are out of order");
    }
    return new Acl(owner, users, group, groups, mask, other);
  }

  private static ByteBuffer wrap(byte[] value) {
    return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
  }

  private static boolean isNext(ByteBuffer in, int tag) {
    return in.hasRemaining() && in.getShort(in.position()) == tag;
  }

  private static int one(ByteBuffer in, int tag) {
    if (!isNext(in, tag)) {
      throw new IllegalArgumentException("an access control list lacks an entry of tag " + tag);
    }
    in.getShort();
    int permissions = in.getShort();
    in.getInt();
    return permissions;
  }

  private static List<Acl.Named> named(ByteBuffer in, int tag) {
    List<Acl.Named> named = new ArrayList<>();
    while (isNext(in, tag)) {
      in.getShort();
      int permissions = in.getShort();
      named.add(new Acl.Named(in.getInt(), permissions));
    }
    named.sort(Comparator.comparingInt(each -> each.id() + Integer.MIN_VALUE));
    return named;
  }
}
