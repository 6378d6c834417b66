package io.gigafs.access;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An access control list as of acl(5): permissions of the owner, of named users, of the group, of
 * named groups and of all others, and a mask that bounds those of all but the first and the last.
 *
 * <p>There is a mask wherever users or groups are named. Named users and groups stand in ascending
 * order of their ids, taken as unsigned, none twice; so every list says what it grants in one way.
 *
 * @param owner permissions (07); likewise group and other
 * @param mask permissions (07), or {@link #NO_MASK}
 */
public record Acl(
    int owner, List<Named> users, int group, List<Named> groups, int mask, int other) {
  public static final int NO_MASK = -1;

  /** The most users and groups that a list may name: every partition of a directory has a copy. */
  public static final int MAX_NAMED = 500;

  private static final int ALL = 07;
  private static final int GROUP_SHIFT = 3;
  private static final int USER_SHIFT = 6;
  private static final int HAS_MASK = 1 << 7;
  private static final int FIXED_BYTES = 2 + 2 * Short.BYTES;
  private static final int NAMED_BYTES = 1 + Integer.BYTES;

  /** What a user or group of this id may do. */
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
          "no permissions are " + Integer.toOctalString(permissions));
    }
  }

  private static void checkOrder(List<Named> named) {
    for (int i = 1; i < named.size(); i++) {
      if (Integer.compareUnsigned(named.get(i - 1).id(), named.get(i).id()) >= 0) {
        throw new IllegalArgumentException("ids of a list do not ascend");
      }
    }
  }

  /** The list that says what permission bits say. */
  public static Acl ofMode(int mode) {
    return new Acl(
        mode >> USER_SHIFT & ALL,
        List.of(),
        mode >> GROUP_SHIFT & ALL,
        List.of(),
        NO_MASK,
        mode & ALL);
  }

  /** Whether permission bits say all that this list says: it has no mask and names nobody. */
  public boolean isMinimal() {
    return mask == NO_MASK;
  }

  /**
   * The permission bits (0777) that show this list: those of the group are the mask, if there is
   * one.
   */
  public int mode() {
    return owner << USER_SHIFT | (mask == NO_MASK ? group : mask) << GROUP_SHIFT | other;
  }

  /**
   * This list under other permission bits, as chmod(2) makes it: the bits of the group become the
   * mask, if there is one.
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
   * Whether this list, under a file's permission bits, grants all that is wanted to someone who is
   * not the file's owner: the algorithm of acl(5), from its second step on.
   *
   * <p>Linux departs from it where the mask is empty: there it judges named users by what others
   * may do.
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

  /** The list as it is kept beside permission bits: without what they say; null if they say all. */
  public @Nullable Acl besideMode() {
    return isMinimal() ? null : withMode(0);
  }

  /**
   * The list in bytes: owner and group, other and mask (3 bits each, the highest bit of the first
   * byte says whether there is a mask), then users and groups, each led by how many they are, with
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
   * The list of these bytes.
   *
   * @throws IllegalArgumentException if they are no list
   */
  public static Acl decode(byte[] encoded) {
    ByteBuffer in = ByteBuffer.wrap(encoded);
    try {
      int first = in.get();
      int second = in.get();
      List<Named> users = named(in);
      List<Named> groups = named(in);
      if (in.hasRemaining() || (first & 1 << USER_SHIFT) != 0 || second >>> USER_SHIFT != 0) {
        throw new IllegalArgumentException("an access control list has bits that mean nothing");
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
