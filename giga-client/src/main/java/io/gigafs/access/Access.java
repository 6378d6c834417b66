package io.gigafs.access;

import org.jspecify.annotations.Nullable;

/**
 * The permission checks of path_resolution(7) and acl(5). Pure.
 *
 * <p>In all methods {@code mode} has the file's permission bits, {@code uid} and {@code gid} are
 * its owner's, and {@code acl} is its access ACL, null if the bits suffice. The wanted permissions
 * are {@link #READ}, {@link #WRITE} and {@link #EXECUTE}, OR-ed.
 */
public final class Access {
  public static final int READ = 4;
  public static final int WRITE = 2;
  public static final int EXECUTE = 1;

  /** Execute permission on a directory: to look up names in it. */
  public static final int SEARCH = EXECUTE;

  private static final int ANY_EXECUTE = 0111;
  private static final int STICKY = 01000;

  private Access() {}

  /**
   * Whether an identity has all of these permissions on a directory, or read and write permissions
   * on a file.
   */
  public static boolean allows(
      int mode, int uid, int gid, @Nullable Acl acl, Identity who, int wanted) {
    if (who.isSuperuser()) {
      return true;
    }
    if (who.uid() == uid) {
      return covers(mode >> 6, wanted);
    }
    if (acl != null) {
      return acl.grants(mode, gid, who, wanted);
    }
    return covers(who.isMemberOf(gid) ? mode >> 3 : mode, wanted);
  }

  /**
   * Whether an identity has all of these permissions on a file that is not a directory. The
   * superuser, too, may execute only a file with some execute bit.
   */
  public static boolean allowsFile(
      int mode, int uid, int gid, @Nullable Acl acl, Identity who, int wanted) {
    if (who.isSuperuser()) {
      return (wanted & EXECUTE) == 0 || (mode & ANY_EXECUTE) != 0;
    }
    return allows(mode, uid, gid, acl, who, wanted);
  }

  /**
   * Whether an identity that may write to a directory may also remove or replace an entry: with the
   * sticky bit only the owner of the directory or of the entry may.
   */
  public static boolean mayRemove(int mode, int uid, int entryUid, Identity who) {
    return (mode & STICKY) == 0 || who.isSuperuser() || who.uid() == uid || who.uid() == entryUid;
  }

  /** Whether permissions include all that are wanted; other bits are ignored. */
  static boolean covers(int permissions, int wanted) {
    return (permissions & wanted) == wanted;
  }
}
