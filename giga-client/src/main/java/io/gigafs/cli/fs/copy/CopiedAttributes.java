package io.gigafs.cli.fs.copy;

import io.gigafs.cli.ProcessIdentity;
import io.gigafs.cli.acl.AclXattrCodec;
import io.gigafs.cli.fs.copy.CopyRules.Preserved;
import io.gigafs.cli.fs.operand.FileMode;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sets the attributes of copies according to the rules. A copy that will belong to another user is
 * inaccessible to others until it does. Safe for use by several threads.
 */
final class CopiedAttributes {
  private static final int PRIVATE_DIRECTORY = 0700;
  private static final int PRIVATE_FILE = 0600;

  private final GigaClient client;
  private final CopyRules rules;
  private final ProcessIdentity identity;

  /** Whether copies may have inherited lists that their sources lack. */
  private volatile boolean listsInherited;

  CopiedAttributes(GigaClient client, CopyRules rules, ProcessIdentity identity) {
    this.client = client;
    this.rules = rules;
    this.identity = identity;
  }

  /** The mode with which a copy is created. */
  int initialMode(FileAttributes from) {
    boolean later =
        rules.preserves(Preserved.MODE)
            || rules.preserves(Preserved.OWNERSHIP)
            || rules.preserves(Preserved.XATTR);
    if (from.isDirectory()) {
      return later ? PRIVATE_DIRECTORY : maskedMode(from) | PRIVATE_DIRECTORY;
    }
    return later ? PRIVATE_FILE : maskedMode(from);
  }

  /** Records that files will be created in an existing directory. */
  void noteDirectory(GigaPath directory) throws GigaException {
    if (rules.preserves(Preserved.MODE) && !listsInherited) {
      try {
        client.getXattr(directory, AclXattrCodec.DEFAULT, Follow.YES);
        listsInherited = true;
      } catch (GigaException e) {
        if (!isAbsence(e) && e.code() != ErrorCode.ENOENT) {
          throw e;
        }
      }
    }
  }

  /** Sets all attributes of a new copy. */
  void finish(FileAttributes from, Operand source, Operand copy) throws GigaException {
    apply(from, source, copy, modeOtherwise(from));
  }

  /** Sets the preserved attributes of a local file on an existing copy. */
  void preserveLocal(FileAttributes from, Operand copy) throws GigaException {
    applyOwn(from, copy, null);
  }

  private @Nullable Integer modeOtherwise(FileAttributes from) {
    return rules.preserves(Preserved.MODE) || initialMode(from) == maskedMode(from)
        ? null
        : Integer.valueOf(maskedMode(from));
  }

  /** The same for a new copy of a local file, except for extended attributes. */
  void finishLocal(FileAttributes from, Operand copy) throws GigaException {
    applyOwn(from, copy, modeOtherwise(from));
  }

  /** Sets the preserved attributes on an existing copy. */
  void preserve(FileAttributes from, Operand source, Operand copy) throws GigaException {
    apply(from, source, copy, null);
  }

  private void apply(
      FileAttributes from, Operand source, Operand copy, @Nullable Integer modeOtherwise)
      throws GigaException {
    boolean link = from.type() == FileType.SYMLINK;
    Follow follow = link ? Follow.NO : Follow.YES;
    if (rules.preserves(Preserved.XATTR) || (rules.preserves(Preserved.MODE) && !link)) {
      copyXattrs(from, source, copy, follow);
    }
    applyOwn(from, copy, modeOtherwise);
  }

  private void applyOwn(FileAttributes from, Operand copy, @Nullable Integer modeOtherwise)
      throws GigaException {
    boolean link = from.type() == FileType.SYMLINK;
    Follow follow = link ? Follow.NO : Follow.YES;
    Integer mode = rules.preserves(Preserved.MODE) ? Integer.valueOf(from.mode()) : modeOtherwise;
    boolean times = rules.preserves(Preserved.TIMESTAMPS);
    TimeChange accessed = times ? TimeChange.to(from.accessedNanos()) : null;
    TimeChange modified = times ? TimeChange.to(from.modifiedNanos()) : null;
    change(from, copy, link ? null : mode, accessed, modified, follow);
  }

  /** A user who may not change owners keeps the copies, without the set-id bits of the source. */
  private void change(
      FileAttributes from,
      Operand copy,
      @Nullable Integer mode,
      @Nullable TimeChange accessed,
      @Nullable TimeChange modified,
      Follow follow)
      throws GigaException {
    if (rules.preserves(Preserved.OWNERSHIP)) {
      try {
        set(copy, mode, from.uid(), from.gid(), accessed, modified, follow);
        return;
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EPERM || identity.caller().isSuperuser()) {
          throw e;
        }
      }
      try {
        set(copy, null, null, from.gid(), null, null, follow);
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EPERM) {
          throw e;
        }
      }
      Integer safe =
          mode == null ? null : Integer.valueOf(mode & ~(FileMode.SET_USER | FileMode.SET_GROUP));
      set(copy, safe, null, null, accessed, modified, follow);
    } else if (mode != null || modified != null) {
      set(copy, mode, null, null, accessed, modified, follow);
    }
  }

  private void set(
      Operand copy,
      @Nullable Integer mode,
      @Nullable Integer uid,
      @Nullable Integer gid,
      @Nullable TimeChange accessed,
      @Nullable TimeChange modified,
      Follow follow)
      throws GigaException {
    client.setAttributes(
        copy.path(), new AttributeChange(mode, uid, gid, null, accessed, modified, null), follow);
  }

  private void copyXattrs(FileAttributes from, Operand source, Operand copy, Follow follow)
      throws GigaException {
    List<Xattr> xattrs;
    try {
      xattrs = client.listXattrs(source.path(), follow);
    } catch (GigaException e) {
      if (isAbsence(e)) {
        return;
      }
      throw e;
    }
    Set<String> lists = new HashSet<>();
    for (Xattr xattr : xattrs) {
      boolean list = isList(xattr.name());
      if (rules.preserves(list ? Preserved.MODE : Preserved.XATTR)) {
        client.setXattr(copy.path(), xattr, XattrMode.SET, follow);
      }
      if (list) {
        lists.add(xattr.name());
      }
    }
    if (listsInherited && rules.preserves(Preserved.MODE) && from.type() != FileType.SYMLINK) {
      removeInherited(AclXattrCodec.ACCESS, lists, copy);
      if (from.isDirectory()) {
        removeInherited(AclXattrCodec.DEFAULT, lists, copy);
      }
    }
  }

  private void removeInherited(String name, Set<String> own, Operand copy) throws GigaException {
    if (own.contains(name)) {
      return;
    }
    try {
      client.removeXattr(copy.path(), name, Follow.YES);
    } catch (GigaException e) {
      if (!isAbsence(e)) {
        throw e;
      }
    }
  }

  int maskedMode(FileAttributes from) {
    return from.mode() & FileMode.PERMISSIONS & ~identity.umask();
  }

  private static boolean isList(String name) {
    return name.equals(AclXattrCodec.ACCESS) || name.equals(AclXattrCodec.DEFAULT);
  }

  private static boolean isAbsence(GigaException e) {
    return switch (e.code()) {
      case ENODATA, EOPNOTSUPP -> true;
      default -> false;
    };
  }
}
