package io.gigafs.model;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import org.jspecify.annotations.Nullable;

/** chmod(2), chown(2), utimensat(2) and truncate(2): their permission checks and effects. */
final class PosixAttributes {
  private PosixAttributes() {}

  /**
   * Checks that the caller may make a change.
   *
   * @param opened whether the file was opened to be written
   */
  static void check(Caller caller, Inode inode, AttributeChange change, boolean opened)
      throws GigaException {
    checkSize(caller, inode, change.size(), opened);
    if (change.mode() != null) {
      if (inode.isSymlink()) {
        throw ErrorCode.EOPNOTSUPP.exception("mode of a symbolic link");
      }
      ModelPermissions.requireOwner(caller, inode);
    }
    checkOwner(caller, inode, change);
    checkTimes(caller, inode, change.accessed(), change.modified());
    if (change.changedNanos() != null && !caller.isSuperuser()) {
      throw ErrorCode.EPERM.exception("ctime");
    }
  }

  private static void checkSize(Caller caller, Inode inode, @Nullable Long size, boolean opened)
      throws GigaException {
    if (size == null) {
      return;
    }
    if (size < 0) {
      throw ErrorCode.EINVAL.exception("size " + size);
    }
    if (inode.isDirectory()) {
      throw ErrorCode.EISDIR.exception("inode " + inode.number);
    }
    if (!inode.isRegular()) {
      throw ErrorCode.EINVAL.exception("inode " + inode.number);
    }
    if (!opened) {
      ModelPermissions.require(caller, inode, ModelPermissions.WRITE);
    }
  }

  /** Only the superuser gives files away; owners may choose among their groups. */
  private static void checkOwner(Caller caller, Inode inode, AttributeChange change)
      throws GigaException {
    if (caller.isSuperuser()) {
      return;
    }
    boolean owns = caller.uid() == inode.uid;
    Integer uid = change.newUid();
    Integer gid = change.newGid();
    boolean keepsUser = uid == null || (owns && uid == inode.uid);
    boolean mayHaveGroup = gid == null || (owns && (gid == inode.gid || caller.isMemberOf(gid)));
    if (!keepsUser || !mayHaveGroup) {
      throw ErrorCode.EPERM.exception("owner of inode " + inode.number);
    }
  }

  /** A writer may set both times to now; only the owner may make other changes of times. */
  private static void checkTimes(
      Caller caller, Inode inode, @Nullable TimeChange accessed, @Nullable TimeChange modified)
      throws GigaException {
    if (accessed == null && modified == null) {
      return;
    }
    if (ModelPermissions.owns(caller, inode)) {
      return;
    }
    boolean bothNow = accessed != null && accessed.now() && modified != null && modified.now();
    if (!bothNow) {
      throw ErrorCode.EPERM.exception("times of inode " + inode.number);
    }
    ModelPermissions.require(caller, inode, ModelPermissions.WRITE);
  }

  /** Applies a checked change. */
  static void apply(Caller caller, Inode inode, AttributeChange change, long now) {
    Long size = change.size();
    if (size != null) {
      truncate(caller, inode, size);
      inode.modified = now;
    }
    if (change.changesOwner()) {
      changeOwner(caller, inode, change.newUid(), change.newGid());
    }
    Integer mode = change.mode();
    if (mode != null) {
      changeMode(caller, inode, mode);
    }
    inode.accessed = time(change.accessed(), inode.accessed, now);
    inode.modified = time(change.modified(), inode.modified, now);
    Long changed = change.changedNanos();
    inode.changed = changed == null ? now : changed;
  }

  private static long time(@Nullable TimeChange change, long old, long now) {
    return change == null ? old : change.now() ? now : change.nanos();
  }

  private static void changeMode(Caller caller, Inode inode, int mode) {
    inode.mode = mode & 07777;
    if (!ModelPermissions.maySetGid(caller, inode.gid)) {
      inode.mode &= ~Inode.SET_GID;
    }
    ModelAcl acl = inode.accessAcl;
    if (acl != null) {
      inode.accessAcl = acl.withMode(mode);
    }
  }

  /** A change of owner drops the set-id bits of a file, even if the superuser makes it. */
  private static void changeOwner(
      Caller caller, Inode inode, @Nullable Integer uid, @Nullable Integer gid) {
    if (!inode.isDirectory()) {
      dropSetId(caller, inode);
    }
    inode.uid = uid == null ? inode.uid : uid;
    inode.gid = gid == null ? inode.gid : gid;
  }

  /** A set-gid bit without group execution grants no rights; a member of the group may keep it. */
  private static void dropSetId(Caller caller, Inode inode) {
    inode.mode &= ~Inode.SET_UID;
    if (inode.has(Inode.GROUP_EXECUTE) || !ModelPermissions.maySetGid(caller, inode.gid)) {
      inode.mode &= ~Inode.SET_GID;
    }
  }

  static void truncate(Caller caller, Inode inode, long size) {
    inode.size = size;
    inode.bytes.truncate(size);
    noteWriting(caller, inode);
  }

  /** A write by anyone but the superuser drops the set-id bits. */
  static void noteWriting(Caller caller, Inode inode) {
    if (!caller.isSuperuser()) {
      dropSetId(caller, inode);
    }
  }
}
