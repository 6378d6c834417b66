package io.gigafs.access;

/**
 * The attributes that a new file inherits from its directory, except access control lists: open(2),
 * mknod(2), inode(7). Pure.
 */
public final class NewFileRules {
  private static final int SET_GID = 02000;
  private static final int GROUP_EXECUTE = 00010;

  private NewFileRules() {}

  /** The directory's group if its set-gid bit is set, else the creator's. */
  public static int group(int directoryMode, int directoryGid, int makersGid) {
    return inheritsGroup(directoryMode) ? directoryGid : makersGid;
  }

  /**
   * The permission bits of anything but a directory. In a set-gid directory, a creator outside its
   * group cannot create a program that runs as that group.
   *
   * @param mode permission bits (07777) requested by the creator, the umask applied
   */
  public static int mode(int directoryMode, int directoryGid, int mode, Identity maker) {
    boolean runsAsGroup = (mode & SET_GID) != 0 && (mode & GROUP_EXECUTE) != 0;
    boolean mayRunAs = maker.isSuperuser() || maker.isMemberOf(directoryGid);
    return inheritsGroup(directoryMode) && runsAsGroup && !mayRunAs ? mode & ~SET_GID : mode;
  }

  private static boolean inheritsGroup(int directoryMode) {
    return (directoryMode & SET_GID) != 0;
  }
}
