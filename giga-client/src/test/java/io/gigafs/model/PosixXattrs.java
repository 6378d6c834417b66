package io.gigafs.model;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Extended attributes by their namespaces: xattr(7). */
final class PosixXattrs {
  private static final String USER = "user.";
  private static final String TRUSTED = "trusted.";
  private static final String SECURITY = "security.";

  private PosixXattrs() {}

  static void checkName(String name) throws GigaException {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0 || length > Xattr.MAX_NAME_BYTES) {
      throw ErrorCode.ERANGE.exception("length of an attribute's name");
    }
  }

  private static boolean isAcl(String name) {
    return name.equals(ModelAcl.ACCESS) || name.equals(ModelAcl.DEFAULT);
  }

  static byte[] get(Caller caller, Inode inode, String name) throws GigaException {
    if (isAcl(name)) {
      requireNoSymlink(inode);
      ModelAcl acl = name.equals(ModelAcl.ACCESS) ? inode.accessAcl : inode.defaultAcl;
      return present(acl == null ? null : acl.encode(), name);
    }
    checkMayRead(caller, inode, name);
    checkNamespace(name);
    return present(inode.xattrs.get(name), name).clone();
  }

  private static byte[] present(byte @Nullable [] value, String name) throws GigaException {
    if (value == null) {
      throw ErrorCode.ENODATA.exception(name);
    }
    return value;
  }

  static List<String> list(Caller caller, Inode inode) {
    TreeSet<String> names = new TreeSet<>(inode.xattrs.keySet());
    if (!caller.isSuperuser()) {
      names.removeIf(name -> name.startsWith(TRUSTED));
    }
    if (inode.accessAcl != null) {
      names.add(ModelAcl.ACCESS);
    }
    if (inode.defaultAcl != null) {
      names.add(ModelAcl.DEFAULT);
    }
    return List.copyOf(names);
  }

  static void set(Caller caller, Inode inode, Xattr xattr, XattrMode mode, long now)
      throws GigaException {
    String name = xattr.name();
    if (isAcl(name)) {
      setAcl(
          caller,
          inode,
          name,
          xattr.value().length == 0 ? null : ModelAcl.decode(xattr.value()),
          now);
    } else {
      checkMayChange(caller, inode, name);
      checkNamespace(name);
      boolean there = inode.xattrs.containsKey(name);
      if (mode == XattrMode.CREATE && there) {
        throw ErrorCode.EEXIST.exception(name);
      }
      if (mode == XattrMode.REPLACE && !there) {
        throw ErrorCode.ENODATA.exception(name);
      }
      inode.xattrs.put(name, xattr.value().clone());
      inode.changed = now;
    }
  }

  static void remove(Caller caller, Inode inode, String name, long now) throws GigaException {
    if (isAcl(name)) {
      setAcl(caller, inode, name, null, now);
    } else {
      checkMayChange(caller, inode, name);
      checkNamespace(name);
      present(inode.xattrs.remove(name), name);
      inode.changed = now;
    }
  }

  /** As set_posix_acl() of Linux; the removal of a missing ACL changes nothing, not even a time. */
  private static void setAcl(
      Caller caller, Inode inode, String name, @Nullable ModelAcl acl, long now)
      throws GigaException {
    requireNoSymlink(inode);
    boolean isDefault = name.equals(ModelAcl.DEFAULT);
    if (isDefault && !inode.isDirectory()) {
      if (acl != null) {
        throw ErrorCode.EACCES.exception("default ACL of what is no directory");
      }
      return;
    }
    ModelPermissions.requireOwner(caller, inode);
    if (acl == null && (isDefault ? inode.defaultAcl : inode.accessAcl) == null) {
      return;
    }
    inode.changed = now;
    if (isDefault) {
      inode.defaultAcl = acl;
      return;
    }
    inode.accessAcl = acl == null || acl.isMinimal() ? null : acl;
    if (acl != null) {
      inode.mode = (inode.mode & ~0777) | acl.modeBits();
      if (!ModelPermissions.maySetGid(caller, inode.gid)) {
        inode.mode &= ~Inode.SET_GID;
      }
    }
  }

  private static void requireNoSymlink(Inode inode) throws GigaException {
    if (inode.isSymlink()) {
      throw ErrorCode.EOPNOTSUPP.exception("ACL of a symbolic link");
    }
  }

  /** Checks that a name has one of three namespaces, followed by at least one character. */
  private static void checkNamespace(String name) throws GigaException {
    for (String namespace : List.of(USER, TRUSTED, SECURITY)) {
      if (name.equals(namespace)) {
        throw ErrorCode.EINVAL.exception(name);
      }
      if (name.startsWith(namespace)) {
        return;
      }
    }
    throw ErrorCode.EOPNOTSUPP.exception(name);
  }

  private static void checkMayRead(Caller caller, Inode inode, String name) throws GigaException {
    boolean hidden = name.startsWith(TRUSTED) && !caller.isSuperuser();
    boolean impossible = name.startsWith(USER) && !mayHaveUserXattrs(inode);
    if (hidden || impossible) {
      throw ErrorCode.ENODATA.exception(name);
    }
    if (name.startsWith(USER)) {
      ModelPermissions.require(caller, inode, ModelPermissions.READ);
    }
  }

  private static void checkMayChange(Caller caller, Inode inode, String name) throws GigaException {
    boolean superusers = name.startsWith(TRUSTED) || name.startsWith(SECURITY);
    if (superusers && !caller.isSuperuser()) {
      throw ErrorCode.EPERM.exception(name);
    }
    if (name.startsWith(USER)) {
      if (!mayHaveUserXattrs(inode)) {
        throw ErrorCode.EPERM.exception(name);
      }
      if (inode.isDirectory() && inode.has(Inode.STICKY)) {
        ModelPermissions.requireOwner(caller, inode);
      }
      ModelPermissions.require(caller, inode, ModelPermissions.WRITE);
    }
  }

  /** Permissions of links and special files do not apply to their attributes. */
  private static boolean mayHaveUserXattrs(Inode inode) {
    return inode.isRegular() || inode.isDirectory();
  }
}
