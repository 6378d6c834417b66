package io.gigafs.fuse.binding;

/** Bits of st_mode. */
public final class Modes {
  public static final int TYPE = 0170000;
  public static final int DIRECTORY = 0040000;
  public static final int REGULAR = 0100000;
  static final int CHARACTER_DEVICE = 0020000;
  static final int BLOCK_DEVICE = 0060000;
  static final int PERMISSIONS = 07777;
  public static final int TYPE_SHIFT = 12;
  private static final int SET_UID = 04000;
  private static final int SET_GID = 02000;
  private static final int GROUP_EXECUTE = 010;
  private static final int READ = 04;
  private static final int OWNER_SHIFT = 6;
  private static final int GROUP_SHIFT = 3;

  private Modes() {}

  /** Whether a write by anybody but root would take a bit away. */
  static boolean hasSetId(int mode) {
    return withoutSetId(mode) != mode;
  }

  /** The mode of a regular file after such a write: a set-group-id bit without x stays. */
  static int withoutSetId(int mode) {
    if ((mode & TYPE) != REGULAR) {
      return mode;
    }
    int left = mode & ~SET_UID;
    return (mode & GROUP_EXECUTE) != 0 ? left & ~SET_GID : left;
  }

  /** Whether the permission bits let somebody read. */
  static boolean mayRead(FuseAttributes file, FuseCaller caller) {
    if (caller.uid() == 0) {
      return true;
    }
    int shift = 0;
    if (file.uid() == caller.uid()) {
      shift = OWNER_SHIFT;
    } else if (file.gid() == caller.gid() || contains(caller.groups(), file.gid())) {
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
