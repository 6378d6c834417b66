package io.gigafs.model;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;

/** Permission checks: path_resolution(7), acl(5), and the superuser's rights of capabilities(7). */
final class ModelPermissions {
  static final int READ = 4;
  static final int WRITE = 2;
  static final int EXECUTE = 1;

  private ModelPermissions() {}

  static boolean may(Caller caller, Inode inode, int wanted) {
    if (caller.isSuperuser()) {
      boolean executes = (wanted & EXECUTE) != 0;
      return !executes || inode.isDirectory() || inode.has(Inode.ANY_EXECUTE);
    }
    ModelAcl acl = inode.accessAcl != null ? inode.accessAcl : ModelAcl.ofMode(inode.mode);
    return acl.grants(caller, inode.uid, inode.gid, wanted);
  }

  static void require(Caller caller, Inode inode, int wanted) throws GigaException {
    if (!may(caller, inode, wanted)) {
      throw ErrorCode.EACCES.exception("inode " + inode.number);
    }
  }

  static boolean owns(Caller caller, Inode inode) {
    return caller.isSuperuser() || caller.uid() == inode.uid;
  }

  static void requireOwner(Caller caller, Inode inode) throws GigaException {
    if (!owns(caller, inode)) {
      throw ErrorCode.EPERM.exception("inode " + inode.number);
    }
  }

  /** Checks that the caller may create a name in a directory. */
  static void requireMake(Caller caller, Inode directory) throws GigaException {
    require(caller, directory, WRITE | EXECUTE);
  }

  /** Checks that the caller may remove a name by unlink(2), rmdir(2) or rename(2). */
  static void requireRemove(Caller caller, Inode directory, Inode victim, boolean asDirectory)
      throws GigaException {
    require(caller, directory, WRITE | EXECUTE);
    if (directory.has(Inode.STICKY) && !owns(caller, directory) && !owns(caller, victim)) {
      throw ErrorCode.EPERM.exception("in a sticky directory");
    }
    if (asDirectory && !victim.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception("inode " + victim.number);
    }
    if (!asDirectory && victim.isDirectory()) {
      throw ErrorCode.EISDIR.exception("inode " + victim.number);
    }
  }

  /** Whether a caller may have a file of this group with the set-gid bit. */
  static boolean maySetGid(Caller caller, int gid) {
    return caller.isSuperuser() || caller.isMemberOf(gid);
  }
}
