package io.gigafs.server.operation;

import io.gigafs.protocol.Caller;

/** The permission rules of path_resolution(7) for mode bits. Pure. */
public final class Access {
  public static final int READ = 4;
  public static final int WRITE = 2;
  public static final int SEARCH = 1;

  private static final int STICKY = 01000;
  private static final int SET_GID = 02000;
  private static final int GROUP_EXECUTE = 00010;

  private Access() {}

  /**
   * Whether a caller has all of the wanted permissions on a directory.
   *
   * @param mode the directory's permission bits; likewise uid and gid
   * @param wanted {@link #READ}, {@link #WRITE}, {@link #SEARCH} or several of them, OR-ed
   */
  public static boolean allows(int mode, int uid, int gid, Caller caller, int wanted) {
    if (caller.isSuperuser()) {
      return true;
    }
    int granted;
    if (caller.uid() == uid) {
      granted = mode >> 6;
    } else if (caller.isMemberOf(gid)) {
      granted = mode >> 3;
    } else {
      granted = mode;
    }
    return (granted & wanted) == wanted;
  }

  /** Whether a caller who may write to a directory may also take this entry out of it. */
  public static boolean mayRemove(
      int directoryMode, int directoryUid, int entryUid, Caller caller) {
    return (directoryMode & STICKY) == 0
        || caller.isSuperuser()
        || caller.uid() == directoryUid
        || caller.uid() == entryUid;
  }

  /**
   * The group of a new entry: the directory's where its set-gid bit says so, the caller's
   * otherwise.
   */
  public static int groupOfNew(int directoryMode, int directoryGid, Caller caller) {
    return (directoryMode & SET_GID) != 0 ? directoryGid : caller.gid();
  }

  /**
   * The mode of a new file: in a set-gid directory nobody makes a set-gid program of a group that
   * is not theirs (inode_init_owner of Linux).
   */
  public static int modeOfNewFile(int directoryMode, int directoryGid, int mode, Caller caller) {
    boolean isProgram = (mode & (SET_GID | GROUP_EXECUTE)) == (SET_GID | GROUP_EXECUTE);
    boolean isInherited = (directoryMode & SET_GID) != 0;
    boolean mayHaveIt = caller.isSuperuser() || caller.isMemberOf(directoryGid);
    return isProgram && isInherited && !mayHaveIt ? mode & ~SET_GID : mode;
  }

  /** The mode of a new directory: it takes over the set-gid bit of the one that it is made in. */
  public static int modeOfNewDirectory(int directoryMode, int mode) {
    return mode | (directoryMode & SET_GID);
  }
}
