package io.gigafs.fuse.binding;

import java.nio.file.Path;

/**
 * The process on whose behalf the kernel sends a request, with its groups at that time. Safe for
 * use by several threads.
 */
public final class FuseCaller {
  private final int uid;
  private final int gid;
  private final int pid;
  private final ProcessGroups groups;
  private volatile int[] known = UNKNOWN;

  private static final int[] UNKNOWN = new int[0];
  private static final ProcessGroups GROUPS = new ProcGroups(Path.of("/proc"));

  public FuseCaller(int uid, int gid, int pid, ProcessGroups groups) {
    this.uid = uid;
    this.gid = gid;
    this.pid = pid;
    this.groups = groups;
  }

  /** A process of this machine, whose groups are read from the operating system. */
  public static FuseCaller ofProcess(int uid, int gid, int pid) {
    return new FuseCaller(uid, gid, pid, GROUPS);
  }

  /** The file system's user id (fsuid), unsigned. */
  public int uid() {
    return uid;
  }

  /** The file system's group id (fsgid), unsigned. */
  public int gid() {
    return gid;
  }

  /** The thread id; 0 for the kernel itself, or a process that is not visible in this namespace. */
  public int pid() {
    return pid;
  }

  /**
   * The supplementary groups, unsigned. They are read on first use; there are none if the process
   * is gone. The caller must not modify the array.
   */
  public int[] groups() {
    int[] now = known;
    if (now == UNKNOWN) {
      now = groups.of(pid);
      known = now;
    }
    return now;
  }

  @Override
  public String toString() {
    return "process " + pid + " of user " + uid + ", group " + gid;
  }
}
