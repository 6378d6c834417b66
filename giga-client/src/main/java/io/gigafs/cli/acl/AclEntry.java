package io.gigafs.cli.acl;

import java.util.Comparator;

/**
 * An entry of an access control list.
 *
 * @param id of a named user or group, otherwise 0
 * @param permissions 4 to read, 2 to write, 1 to execute or search, OR-ed
 */
public record AclEntry(AclTag tag, int id, int permissions) {
  static final Comparator<AclEntry> ORDER =
      Comparator.comparing(AclEntry::tag)
          .thenComparing((one, other) -> Integer.compareUnsigned(one.id, other.id));

  private static final int ALL = 7;

  public AclEntry {
    if ((permissions & ~ALL) != 0) {
      throw new IllegalArgumentException("no permissions: " + permissions);
    }
    if (id != 0 && !tag.isNamed()) {
      throw new IllegalArgumentException("an entry of " + tag + " has no user or group");
    }
  }

  /** An entry without a named user or group. */
  public static AclEntry of(AclTag tag, int permissions) {
    return new AclEntry(tag, 0, permissions);
  }

  boolean isFor(AclTag otherTag, int otherId) {
    return tag == otherTag && id == otherId;
  }
}
