package io.gigafs.access;

import org.jspecify.annotations.Nullable;

/**
 * The permission checks of path_resolution(7) and acl(5). Pure.
 *
 * <p>In all of them {@code mode} has the file's permission bits, {@code uid} and {@code gid} are
 * its owner's, and {@code acl} is its access list, null if the bits say all. What is wanted is
 * {@link #READ}, {@link #WRITE} and {@link #EXECUTE}, OR-ed.
 */
public final class Access {
  public static final int READ = 4;
  public static final int WRITE = 2;
  public static final int EXECUTE = 1;

  /** Execution of a directory: to look names up in it. */
  public static final int SEARCH = EXECUTE;

  private static final int ANY_EXECUTE = 0111;
  private static final int STICKY = 01000;

  private Access() {}

  /** Whether someone may do all of this with a directory, or read or write a file. */
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
   * Whether someone may do all of this with a file that is no directory: the superuser too executes
   * only what someone may execute.
   */
  public static boolean allowsFile(
      int mode, int uid, int gid, @Nullable Acl acl, Identity who, int wanted) {
    if (who.isSuperuser()) {
      return (wanted & EXECUTE) == 0 || (mode & ANY_EXECUTE) != 0;
    }
    return allows(mode, uid, gid, acl, who, wanted);
  }

  /**
   * Whether someone who may write to a directory may also take an entry out of it, or put another
   * in its place: the sticky bit lets only the owners of either do so.
   */
  public static boolean mayRemove(int mode, int uid, int entryUid, Identity who) {
    return (mode & STICKY) == 0 || who.isSuperuser() || who.uid() == uid || who.uid() == entryUid;
  }

  /** Whether permissions have all that is wanted; other bits do not count. */
  static boolean covers(int permissions, int wanted) {
    return (permissions & wanted) == wanted;
  }
}
