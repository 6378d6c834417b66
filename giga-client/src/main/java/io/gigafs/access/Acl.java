package io.gigafs.access;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access control list as defined by acl(5): permissions of the owner, of named users, of the
 * group, of named groups and of others, and a mask that limits all but the first and the last.
 *
 * <p>A list with named users or groups has a mask. Named users and groups are sorted by their
 * unsigned ids, without duplicates, so equal permissions have one representation.
 *
 * @param owner permissions (07), as for group and other
 * @param mask permissions (07), or {@link #NO_MASK}
 */
public record Acl(
    int owner, List<Named> users, int group, List<Named> groups, int mask, int other) {
  public static final int NO_MASK = -1;

  /** The maximum number of named users and groups: every partition of a directory has a copy. */
  public static final int MAX_NAMED = 500;

  private static final int ALL = 07;
  private static final int GROUP_SHIFT = 3;
  private static final int USER_SHIFT = 6;
  private static final int HAS_MASK = 1 << 7;
  private static final int FIXED_BYTES = 2 + 2 * Short.BYTES;
  private static final int NAMED_BYTES = 1 + Integer.BYTES;

  /** The permissions of the user or group with this id. */
  public record Named(int id, int permissions) {
    public Named {
      checkPermissions(permissions);
    }
  }

  public Acl {
    checkPermissions(owner);
    checkPermissions(group);
    checkPermissions(other);
    if (mask != NO_MASK) {
      checkPermissions(mask);
    }
    users = List.copyOf(users);
    groups = List.copyOf(groups);
    checkOrder(users);
    checkOrder(groups);
    if (mask == NO_MASK && users.size() + groups.size() > 0) {
      throw new IllegalArgumentException("a list that names users or groups needs a mask");
    }
    if (users.size() + groups.size() > MAX_NAMED) {
      throw new IllegalArgumentException("a list names at most " + MAX_NAMED + " users and groups");
    }
  }

  private static void checkPermissions(int permissions) {
    if ((permissions & ~ALL) != 0) {
      throw new IllegalArgumentException(
          "invalid permissions: " + Integer.toOctalString(permissions));
    }
  }

  private static void checkOrder(List<Named> named) {
    for (int i = 1; i < named.size(); i++) {
      if (Integer.compareUnsigned(named.get(i - 1).id(), named.get(i).id()) >= 0) {
        throw new IllegalArgumentException("ids of a list are not ascending");
      }
    }
  }

  /** The list equivalent to permission bits. */
  public static Acl ofMode(int mode) {
    return new Acl(
        mode >> USER_SHIFT & ALL,
        List.of(),
        mode >> GROUP_SHIFT & ALL,
        List.of(),
        NO_MASK,
        mode & ALL);
  }

  /** Whether permission bits are equivalent to this list: it has no mask and no named entries. */
  public boolean isMinimal() {
    return mask == NO_MASK;
  }

  /**
   * The permission bits (0777) that show this list: the group bits are the mask, if there is one.
   */
  public int mode() {
    return owner << USER_SHIFT | (mask == NO_MASK ? group : mask) << GROUP_SHIFT | other;
  }

  /**
   * This list with other permission bits, as chmod(2) changes it: the group bits become the mask,
   * if there is one.
   */
  public Acl withMode(int mode) {
    int bits = mode >> GROUP_SHIFT & ALL;
    return new Acl(
        mode >> USER_SHIFT & ALL,
        users,
        mask == NO_MASK ? bits : group,
        groups,
        mask == NO_MASK ? NO_MASK : bits,
        mode & ALL);
  }

  /**
   * Whether this list, with a file's permission bits, grants all wanted permissions to an identity
   * other than the owner: the algorithm of acl(5), from its second step on.
   *
   * <p>Like Linux, it deviates where the mask is empty: then the permissions of others apply to
   * named users.
   */
  boolean grants(int mode, int gid, Identity who, int wanted) {
    int most = mask == NO_MASK ? ALL : mode >> GROUP_SHIFT & ALL;
    int ofGroup = mask == NO_MASK ? mode >> GROUP_SHIFT & ALL : group;
    for (Named named : users) {
      if (named.id() == who.uid()) {
        return Access.covers(named.permissions() & most, wanted);
      }
    }
    boolean isInGroup = who.isMemberOf(gid);
    if (isInGroup && Access.covers(ofGroup & most, wanted)) {
      return true;
    }
    for (Named named : groups) {
      if (who.isMemberOf(named.id())) {
        if (Access.covers(named.permissions() & most, wanted)) {
          return true;
        }
        isInGroup = true;
      }
    }
    return !isInGroup && Access.covers(mode, wanted);
  }

  /**
   * The part of the list that is stored beside permission bits: without what they express; null if
   * they suffice.
   */
  public @Nullable Acl besideMode() {
    return isMinimal() ? null : withMode(0);
  }

  /**
   * The binary form: owner and group, other and mask (3 bits each; the highest bit of the first
   * byte says whether there is a mask), then users and groups, each preceded by their number, with
   * permissions and id of each.
   */
  public byte[] encode() {
    ByteBuffer out =
        ByteBuffer.allocate(FIXED_BYTES + NAMED_BYTES * (users.size() + groups.size()));
    out.put((byte) (owner | group << GROUP_SHIFT | (mask == NO_MASK ? 0 : HAS_MASK)));
    out.put((byte) (other | (mask == NO_MASK ? 0 : mask) << GROUP_SHIFT));
    put(users, out);
    put(groups, out);
    return out.array();
  }

  private static void put(List<Named> all, ByteBuffer out) {
    out.putShort((short) all.size());
    for (Named named : all) {
      out.put((byte) named.permissions()).putInt(named.id());
    }
  }

  /**
   * Decodes a list.
   *
   * @throws IllegalArgumentException if the bytes are malformed
   */
  public static Acl decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    try {
      int first = in.get();
      int second = in.get();
      List<Named> users = named(in);
      List<Named> groups = named(in);
      if (in.hasRemaining() || (first & 1 << USER_SHIFT) != 0 || second >>> USER_SHIFT != 0) {
        throw new IllegalArgumentException("an access control list has unknown bits");
      }
      boolean hasMask = (first & HAS_MASK) != 0;
      int mask = hasMask ? second >> GROUP_SHIFT & ALL : NO_MASK;
      return new Acl(first & ALL, users, first >> GROUP_SHIFT & ALL, groups, mask, second & ALL);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("an access control list ends too early", e);
    }
  }

  /** The short text form of acl(5): {@code u::rwx,u:7:r-x,g::r-x,m::r-x,o::---}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    append(text, "u:", "", owner);
    users.forEach(
        user -> append(text, ",u:", Integer.toUnsignedString(user.id()), user.permissions()));
    append(text, ",g:", "", group);
    groups.forEach(
        each -> append(text, ",g:", Integer.toUnsignedString(each.id()), each.permissions()));
    if (mask != NO_MASK) {
      append(text, ",m:", "", mask);
    }
    append(text, ",o:", "", other);
    return text.toString();
  }

  private static void append(StringBuilder text, String tag, String id, int permissions) {
    text.append(tag).append(id).append(':');
    text.append((permissions & Access.READ) != 0 ? 'r' : '-');
    text.append((permissions & Access.WRITE) != 0 ? 'w' : '-');
    text.append((permissions & Access.EXECUTE) != 0 ? 'x' : '-');
  }

  private static List<Named> named(ByteBuffer in) {
    int count = in.getShort();
    if (count < 0 || count > MAX_NAMED) {
      throw new IllegalArgumentException("an access control list does not name " + count);
    }
    List<Named> named = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int permissions = in.get();
      named.add(new Named(in.getInt(), permissions));
    }
    return named;
  }
}
