package io.gigafs.server.access;

import io.gigafs.protocol.Caller;

/** Set-id bits of modes, and when they are cleared. Pure functions. */
final class SetIdBits {
  static final int SET_UID = 04000;
  static final int SET_GID = 02000;
  static final int PERMISSIONS = 0777;

  /** All bits that chmod(2) may set. */
  static final int ALL = 07777;

  private static final int GROUP_EXECUTE = 00010;

  private SetIdBits() {}

  /** Whether a mode has any set-id bit. */
  static boolean hasSetId(int mode) {
    return (mode & (SET_UID | SET_GID)) != 0;
  }

  /**
   * Whether a program with this mode runs as its group; otherwise the set-gid bit has no effect.
   */
  static boolean runsAsGroup(int mode) {
    return (mode & SET_GID) != 0 && (mode & GROUP_EXECUTE) != 0;
  }

  /** Whether a caller may set the set-gid bit on a file of this group. */
  static boolean mayRunAs(int gid, Caller caller) {
    return caller.isSuperuser() || caller.isMemberOf(gid);
  }

  /** The mode that results when a caller sets it on a file of this group: chmod(2). */
  static int set(int wanted, int gid, Caller caller) {
    return mayRunAs(gid, caller) ? wanted : wanted & ~SET_GID;
  }

  /** The mode after a write to the file by an unknown user. */
  static int withoutSetId(int mode) {
    int kept = mode & ~SET_UID;
    return runsAsGroup(mode) ? kept & ~SET_GID : kept;
  }

  /**
   * The mode after a caller has changed the owner or the contents of a file. The set-uid bit is
   * cleared. The set-gid bit is cleared if it lets the file run as its group, or if the caller
   * could not have set it. Linux: setattr_should_drop_sgid().
   */
  static int withoutSetId(int mode, int gid, Caller caller) {
    int kept = mode & ~SET_UID;
    return runsAsGroup(mode) || !mayRunAs(gid, caller) ? kept & ~SET_GID : kept;
  }
}
