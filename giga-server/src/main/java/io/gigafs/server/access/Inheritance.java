package io.gigafs.server.access;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.access.DirectoryAcls;
import io.gigafs.access.NewFileRules;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import org.jspecify.annotations.Nullable;

/**
 * Attributes that a new entry inherits from its directory: open(2), mkdir(2), mknod(2) and "object
 * creation and default ACLs" in acl(5). Pure functions.
 *
 * <p>The caller has already applied the umask to the mode.
 *
 * @param mode permission bits (07777)
 * @param access its access ACL beside the mode, null if the mode is the whole of it
 * @param inherited its own default ACL, null if it has none
 */
public record Inheritance(int gid, int mode, @Nullable Acl access, @Nullable Acl inherited) {
  private static final int SYMLINK_MODE = 0777;

  /** Both ACLs. */
  public DirectoryAcls acls() {
    return access == null && inherited == null
        ? DirectoryAcls.NONE
        : new DirectoryAcls(access, inherited);
  }

  /** Inheritance of anything but a directory or a symbolic link. */
  public static Inheritance ofFile(DirectoryFacts directory, int mode, Caller caller) {
    int given = NewFileRules.mode(directory.mode(), directory.gid(), mode, caller);
    return of(directory, given, caller, false);
  }

  public static Inheritance ofDirectory(DirectoryFacts directory, int mode, Caller caller) {
    int kept =
        (mode & ~(SetIdBits.SET_UID | SetIdBits.SET_GID)) | (directory.mode() & SetIdBits.SET_GID);
    return of(directory, kept, caller, true);
  }

  /** Inheritance of a symbolic link, which has no permissions of its own. */
  public static Inheritance ofSymlink(DirectoryFacts directory, Caller caller) {
    return new Inheritance(groupOfNew(directory, caller), SYMLINK_MODE, null, null);
  }

  private static Inheritance of(
      DirectoryFacts directory, int mode, Caller caller, boolean isDirectory) {
    int gid = groupOfNew(directory, caller);
    Acl given = directory.acls().inherited();
    if (given == null) {
      return new Inheritance(gid, mode, null, null);
    }
    Acl granted = given.withMode(given.mode() & mode);
    return new Inheritance(
        gid,
        (mode & ~SetIdBits.PERMISSIONS) | granted.mode(),
        granted.besideMode(),
        isDirectory ? given : null);
  }

  private static int groupOfNew(DirectoryFacts directory, Caller caller) {
    return NewFileRules.group(directory.mode(), directory.gid(), caller.gid());
  }

  /**
   * Whether a caller with write permission on a directory may also remove or replace this entry.
   */
  public static boolean mayRemove(DirectoryFacts directory, int entryUid, Caller caller) {
    return Access.mayRemove(directory.mode(), directory.uid(), entryUid, caller);
  }
}
