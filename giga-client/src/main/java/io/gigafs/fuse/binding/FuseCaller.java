package io.gigafs.fuse.binding;

import java.nio.file.Path;

/**
 * The process on whose behalf the kernel asks, with the groups that it has at this call. Safe for
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

  FuseCaller(int uid, int gid, int pid, ProcessGroups groups) {
    this.uid = uid;
    this.gid = gid;
    this.pid = pid;
    this.groups = groups;
  }

  /** A process of this machine, whose groups are read where the machine tells them. */
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

  /** The thread's id; 0 for the kernel itself, or a process that this name space does not see. */
  public int pid() {
    return pid;
  }

  /**
   * The supplementary groups, unsigned; read when they are first asked for, none if the process is
   * gone. Not to be changed.
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
