package io.gigafs.server.access;

import io.gigafs.protocol.Caller;

/** The set-id bits of modes, and when they go. Pure. */
final class Modes {
  static final int SET_UID = 04000;
  static final int SET_GID = 02000;
  static final int PERMISSIONS = 0777;

  /** All bits that chmod(2) may set. */
  static final int ALL = 07777;

  private static final int GROUP_EXECUTE = 00010;

  private Modes() {}

  /** Whether a mode has any. */
  static boolean hasSetId(int mode) {
    return (mode & (SET_UID | SET_GID)) != 0;
  }

  /** Whether a program of this mode runs as its group; otherwise the set-gid bit means nothing. */
  static boolean runsAsGroup(int mode) {
    return (mode & SET_GID) != 0 && (mode & GROUP_EXECUTE) != 0;
  }

  /** Whether a caller may have files of a group that run as that group. */
  static boolean mayRunAs(int gid, Caller caller) {
    return caller.isSuperuser() || caller.isMemberOf(gid);
  }

  /** The mode that a file of this group gets by a caller who sets it: chmod(2). */
  static int set(int wanted, int gid, Caller caller) {
    return mayRunAs(gid, caller) ? wanted : wanted & ~SET_GID;
  }

  /** What is left of a mode after somebody has written to the file, of whom nothing is known. */
  static int withoutSetId(int mode) {
    int kept = mode & ~SET_UID;
    return runsAsGroup(mode) ? kept & ~SET_GID : kept;
  }

  /**
   * What is left of a mode where a caller changes whose a file is, or what is in it: the set-uid
   * bit goes, and so does a set-gid bit that lets the file run as its group, or that the caller
   * could not have set. Linux's setattr_should_drop_sgid().
   */
  static int withoutSetId(int mode, int gid, Caller caller) {
    int kept = mode & ~SET_UID;
    return runsAsGroup(mode) || !mayRunAs(gid, caller) ? kept & ~SET_GID : kept;
  }
}
