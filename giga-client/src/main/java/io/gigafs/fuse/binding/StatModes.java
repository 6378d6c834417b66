package io.gigafs.fuse.binding;

/** Bits of st_mode. */
public final class StatModes {
  public static final int TYPE = 0170000;
  public static final int DIRECTORY = 0040000;
  public static final int REGULAR = 0100000;
  public static final int CHARACTER_DEVICE = 0020000;
  public static final int BLOCK_DEVICE = 0060000;
  public static final int PERMISSIONS = 07777;
  public static final int TYPE_SHIFT = 12;
  private static final int SET_UID = 04000;
  private static final int SET_GID = 02000;
  private static final int GROUP_EXECUTE = 010;
  private static final int READ = 04;
  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;

  private StatModes() {}

  /** Whether a write by a user other than root may clear set-id bits. */
  public static boolean hasSetId(int mode) {
    return (mode & TYPE) == REGULAR && (mode & (SET_UID | SET_GID)) != 0;
  }

  /**
   * The mode of a file after such a write. The set-group-id bit of a regular file without group
   * execute permission stays if the writer is a member of the file's group.
   */
  public static int withoutSetId(FuseAttributes file, FuseCaller caller) {
    int mode = file.mode();
    if (!hasSetId(mode)) {
      return mode;
    }
    int left = mode & ~SET_UID;
    boolean goes = (mode & GROUP_EXECUTE) != 0 || !isMember(caller, file.gid());
    return goes ? left & ~SET_GID : left;
  }

  private static boolean isMember(FuseCaller caller, int group) {
    return caller.gid() == group || contains(caller.groups(), group);
  }

  /** Whether the permission bits allow a caller to read. */
  public static boolean mayRead(FuseAttributes file, FuseCaller caller) {
    if (caller.uid() == 0) {
      return true;
    }
    int shift = 0;
    if (file.uid() == caller.uid()) {
      shift = OWNER_SHIFT;
    } else if (isMember(caller, file.gid())) {
      shift = GROUP_SHIFT;
    }
    return (file.mode() >> shift & READ) != 0;
  }

  private static boolean contains(int[] groups, int wanted) {
    for (int group : groups) {
      if (group == wanted) {
        return true;
      }
    }
    return false;
  }
}
