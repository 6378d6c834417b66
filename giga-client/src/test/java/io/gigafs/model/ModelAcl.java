package io.gigafs.model;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access control list, as of acl(5). Immutable.
 *
 * @param entries in the order of the tags: owner, users, owning group, groups, mask, others
 */
public record ModelAcl(List<Entry> entries) {
  /** The extended attribute that holds an access ACL. */
  public static final String ACCESS = "system.posix_acl_access";

  /** The extended attribute that holds the default ACL of a directory. */
  public static final String DEFAULT = "system.posix_acl_default";

  private static final int VERSION = 2;
  private static final int HEADER_BYTES = 4;
  private static final int ENTRY_BYTES = 8;
  private static final int NO_ID = -1;
  private static final int ALL = 7;

  public ModelAcl {
    entries = List.copyOf(entries);
  }

  /** The kind of an entry, in the order of entries. */
  public enum Tag {
    OWNER(0x01),
    USER(0x02),
    OWNING_GROUP(0x04),
    GROUP(0x08),
    MASK(0x10),
    OTHERS(0x20);

    private final int code;

    Tag(int code) {
      this.code = code;
    }

    boolean isNamed() {
      return this == USER || this == GROUP;
    }
  }

  /**
   * One entry of the list.
   *
   * @param permissions 4 to read, 2 to write, 1 to execute, OR-ed
   * @param id of a named user or group, -1 otherwise
   */
  public record Entry(Tag tag, int permissions, int id) {
    public static Entry of(Tag tag, int permissions) {
      return new Entry(tag, permissions, NO_ID);
    }

    boolean grants(int wanted) {
      return (permissions & wanted) == wanted;
    }
  }

  /** The list that is equivalent to a mode. */
  public static ModelAcl ofMode(int mode) {
    return new ModelAcl(
        List.of(
            Entry.of(Tag.OWNER, mode >> 6 & ALL),
            Entry.of(Tag.OWNING_GROUP, mode >> 3 & ALL),
            Entry.of(Tag.OTHERS, mode & ALL)));
  }

  /**
   * Reads the value of an extended attribute; see linux/posix_acl_xattr.h.
   *
   * @return null for a list without entries, which removes the ACL
   */
  static @Nullable ModelAcl decode(byte[] value) throws GigaException {
    if (value.length < HEADER_BYTES) {
      throw ErrorCode.EINVAL.exception("an ACL begins with its version");
    }
    ByteBuffer in = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getInt() != VERSION) {
      throw ErrorCode.EOPNOTSUPP.exception("version of the ACL");
    }
    if (in.remaining() % ENTRY_BYTES != 0) {
      throw ErrorCode.EINVAL.exception("length of the ACL");
    }
    List<Entry> entries = new ArrayList<>();
    while (in.hasRemaining()) {
      Tag tag = tagOf(in.getShort());
      int permissions = in.getShort();
      int id = in.getInt();
      entries.add(new Entry(tag, permissions, tag.isNamed() ? id : NO_ID));
    }
    if (entries.isEmpty()) {
      return null;
    }
    ModelAcl acl = new ModelAcl(entries);
    acl.check();
    return acl;
  }

  private static Tag tagOf(int code) throws GigaException {
    for (Tag tag : Tag.values()) {
      if (tag.code == code) {
        return tag;
      }
    }
    throw ErrorCode.EINVAL.exception("tag of an ACL entry");
  }

  /**
   * Checks for one entry each of owner, owning group and others, a mask if there are named entries,
   * and the order.
   */
  private void check() throws GigaException {
    @Nullable Tag last = null;
    for (Entry entry : entries) {
      boolean outOfOrder = last != null && entry.tag.compareTo(last) < 0;
      boolean again = entry.tag == last && !entry.tag.isNamed();
      if (outOfOrder || again || (entry.permissions & ~ALL) != 0) {
        throw ErrorCode.EINVAL.exception("entries of the ACL");
      }
      last = entry.tag;
    }
    boolean complete =
        find(Tag.OWNER) != null && find(Tag.OWNING_GROUP) != null && find(Tag.OTHERS) != null;
    if (!complete || (namesSomeone() && find(Tag.MASK) == null)) {
      throw ErrorCode.EINVAL.exception("entries of the ACL");
    }
  }

  private boolean namesSomeone() {
    return entries.stream().anyMatch(entry -> entry.tag.isNamed());
  }

  /** The value of the extended attribute. */
  public byte[] encode() {
    ByteBuffer out =
        ByteBuffer.allocate(HEADER_BYTES + entries.size() * ENTRY_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(VERSION);
    for (Entry entry : entries) {
      out.putShort((short) entry.tag.code).putShort((short) entry.permissions).putInt(entry.id);
    }
    return out.array();
  }

  private @Nullable Entry find(Tag tag) {
    return entries.stream().filter(entry -> entry.tag == tag).findFirst().orElse(null);
  }

  private int permissionsOf(Tag tag) {
    Entry entry = find(tag);
    if (entry == null) {
      throw new IllegalStateException("no " + tag + " in " + this);
    }
    return entry.permissions;
  }

  /** Whether a mode can express this list. */
  boolean isMinimal() {
    return !namesSomeone() && find(Tag.MASK) == null;
  }

  /** The tag whose permissions are the group bits of the mode. */
  private Tag groupClass() {
    return find(Tag.MASK) == null ? Tag.OWNING_GROUP : Tag.MASK;
  }

  /** The permission bits (0777) that go with this list. */
  int modeBits() {
    return permissionsOf(Tag.OWNER) << 6
        | permissionsOf(groupClass()) << 3
        | permissionsOf(Tag.OTHERS);
  }

  /** This list after chmod(2): the mode's group bits are the mask's. */
  ModelAcl withMode(int mode) {
    Tag groupClass = groupClass();
    return new ModelAcl(
        entries.stream()
            .map(
                entry ->
                    entry.tag == Tag.OWNER
                        ? Entry.of(Tag.OWNER, mode >> 6 & ALL)
                        : entry.tag == groupClass
                            ? Entry.of(groupClass, mode >> 3 & ALL)
                            : entry.tag == Tag.OTHERS ? Entry.of(Tag.OTHERS, mode & ALL) : entry)
            .toList());
  }

  /** The access ACL of a file created with a mode in a directory with this default ACL. */
  ModelAcl inheritedWith(int mode) {
    return withMode(modeBits() & mode);
  }

  /** The access check algorithm of acl(5), for a caller who is not the superuser. */
  boolean grants(Caller caller, int owner, int group, int wanted) {
    if (caller.uid() == owner) {
      return grants(Tag.OWNER, wanted);
    }
    for (Entry entry : entries) {
      if (entry.tag == Tag.USER && entry.id == caller.uid()) {
        return entry.grants(wanted) && maskGrants(wanted);
      }
    }
    boolean inSomeGroup = false;
    for (Entry entry : entries) {
      boolean matches =
          (entry.tag == Tag.OWNING_GROUP && caller.isMemberOf(group))
              || (entry.tag == Tag.GROUP && caller.isMemberOf(entry.id));
      if (matches && entry.grants(wanted)) {
        return maskGrants(wanted);
      }
      inSomeGroup |= matches;
    }
    return !inSomeGroup && grants(Tag.OTHERS, wanted);
  }

  private boolean grants(Tag tag, int wanted) {
    return (permissionsOf(tag) & wanted) == wanted;
  }

  private boolean maskGrants(int wanted) {
    return find(Tag.MASK) == null || grants(Tag.MASK, wanted);
  }
}
