package io.gigafs.server.access;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/**
 * Permission checks and value limits of extended attributes: xattr(7), setxattr(2), getxattr(2),
 * removexattr(2). Pure functions.
 *
 * <p>In all of them {@code acl} is the file's access ACL, null if its mode is the whole of it.
 */
public final class XattrRules {
  /** Maximum size of all extended attributes of a file, in bytes of names and values. */
  public static final int MAX_TOTAL_BYTES = 256 << 10;

  /** Maximum number of extended attributes of a file: all are read when one is set. */
  public static final int MAX_COUNT = 1_024;

  private static final int STICKY = 01000;

  private XattrRules() {}

  /** The error if the caller may not read an attribute, or null if it may. */
  public static @Nullable ErrorCode refuseRead(
      XattrName name, Attributes file, @Nullable Acl acl, Caller caller) {
    @Nullable ErrorCode refused = refuseReader(name, file, acl, caller);
    return refused == null && name.isBare() ? ErrorCode.EINVAL : refused;
  }

  private static @Nullable ErrorCode refuseReader(
      XattrName name, Attributes file, @Nullable Acl acl, Caller caller) {
    return switch (name.namespace()) {
      case SECURITY -> null;
      case TRUSTED -> caller.isSuperuser() ? null : ErrorCode.ENODATA;
      case ACCESS_ACL, DEFAULT_ACL -> file.type() == FileType.SYMLINK ? ErrorCode.EOPNOTSUPP : null;
      case USER -> {
        if (!mayHaveUserAttributes(file)) {
          yield ErrorCode.ENODATA;
        }
        yield allows(file, acl, caller, Access.READ) ? null : ErrorCode.EACCES;
      }
    };
  }

  /**
   * The error if the caller may not set an attribute to any value, or null if it may.
   *
   * @param removes whether the attribute is to be removed
   */
  public static @Nullable ErrorCode refuseWrite(
      XattrName name, boolean removes, Attributes file, @Nullable Acl acl, Caller caller) {
    @Nullable ErrorCode refused = refuseWriter(name, removes, file, acl, caller);
    return refused == null && name.isBare() ? ErrorCode.EINVAL : refused;
  }

  private static @Nullable ErrorCode refuseWriter(
      XattrName name, boolean removes, Attributes file, @Nullable Acl acl, Caller caller) {
    return switch (name.namespace()) {
      case SECURITY, TRUSTED -> caller.isSuperuser() ? null : ErrorCode.EPERM;
      case ACCESS_ACL -> {
        if (file.type() == FileType.SYMLINK) {
          yield ErrorCode.EOPNOTSUPP;
        }
        yield isOwner(file, caller) ? null : ErrorCode.EPERM;
      }
      case DEFAULT_ACL -> {
        if (file.type() == FileType.SYMLINK) {
          yield ErrorCode.EOPNOTSUPP;
        }
        if (file.type() != FileType.DIRECTORY) {
          yield removes ? null : ErrorCode.EACCES;
        }
        yield isOwner(file, caller) ? null : ErrorCode.EPERM;
      }
      case USER -> {
        if (!mayHaveUserAttributes(file) || (isSticky(file) && !isOwner(file, caller))) {
          yield ErrorCode.EPERM;
        }
        yield allows(file, acl, caller, Access.WRITE) ? null : ErrorCode.EACCES;
      }
    };
  }

  private static boolean mayHaveUserAttributes(Attributes file) {
    return file.type() == FileType.REGULAR || file.type() == FileType.DIRECTORY;
  }

  private static boolean isSticky(Attributes file) {
    return file.type() == FileType.DIRECTORY && (file.mode() & STICKY) != 0;
  }

  private static boolean isOwner(Attributes file, Caller caller) {
    return caller.isSuperuser() || caller.uid() == file.uid();
  }

  private static boolean allows(Attributes file, @Nullable Acl acl, Caller caller, int wanted) {
    return Access.allows(file.mode(), file.uid(), file.gid(), acl, caller, wanted);
  }

  /**
   * Whether listxattr(2) shows the attribute to the caller, whether it may read the value or not.
   */
  public static boolean isListed(XattrName name, Caller caller) {
    return name.namespace() != XattrName.Namespace.TRUSTED || caller.isSuperuser();
  }

  /** The error if the value is too long for an attribute, or null. */
  public static @Nullable ErrorCode refuseValue(byte[] value) {
    return value.length > Xattr.MAX_VALUE_BYTES ? ErrorCode.E2BIG : null;
  }

  /** The error if the value is not a valid access control list, or null. */
  public static @Nullable ErrorCode refuseAcl(byte[] value) {
    if (AclXattr.hasOtherVersion(value)) {
      return ErrorCode.EOPNOTSUPP;
    }
    if (AclXattr.minNamed(value) > Acl.MAX_NAMED) {
      return ErrorCode.ENOSPC;
    }
    try {
      AclXattr.decode(value);
      return null;
    } catch (IllegalArgumentException e) {
      return ErrorCode.EINVAL;
    }
  }

  /**
   * The mode of a file after its access ACL has been set. The permission bits reflect the ACL, and
   * the set-gid bit is cleared if the caller is not in the file's group, as with chmod(2).
   */
  public static int modeUnder(Acl acl, Attributes file, Caller caller) {
    return SetIdBits.set((file.mode() & ~SetIdBits.PERMISSIONS) | acl.mode(), file.gid(), caller);
  }
}
