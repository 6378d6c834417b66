package io.gigafs.server.access;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/**
 * Permission checks and effects of attribute changes: chmod(2), chown(2), utimensat(2),
 * truncate(2). Pure functions.
 */
public final class AttributeRules {
  /** The largest size of a file, in bytes: 1 EiB. */
  public static final long MAX_SIZE = 1L << 60;

  private AttributeRules() {}

  /**
   * The error with which the caller's change is refused, or null if it is allowed.
   *
   * @param acl the file's access ACL, null if its mode is the whole of it
   */
  public static @Nullable ErrorCode refuse(
      Attributes old, @Nullable Acl acl, AttributeChange change, Caller caller) {
    @Nullable ErrorCode refused = refuseValues(old, change);
    if (refused == null) {
      refused = InodeFlags.refuse(old, change, caller);
    }
    if (refused == null && change.size() != null) {
      refused = allowsWriting(old, acl, caller) ? null : ErrorCode.EACCES;
    }
    if (refused == null && !caller.isSuperuser()) {
      refused = refuseOthers(old, change, caller);
    }
    if (refused == null && !caller.isSuperuser() && caller.uid() != old.uid()) {
      refused = refuseTimes(old, acl, change, caller);
    }
    return refused;
  }

  /** Refuses values that no caller may set. */
  private static @Nullable ErrorCode refuseValues(Attributes old, AttributeChange change) {
    Integer mode = change.mode();
    if (mode != null && (mode & ~SetIdBits.ALL) != 0) {
      return ErrorCode.EINVAL;
    }
    if (mode != null && old.type() == FileType.SYMLINK) {
      return ErrorCode.EOPNOTSUPP;
    }
    Long size = change.size();
    if (size == null) {
      return null;
    }
    if (old.type() == FileType.DIRECTORY) {
      return ErrorCode.EISDIR;
    }
    if (old.type() != FileType.REGULAR || size < 0) {
      return ErrorCode.EINVAL;
    }
    return size > MAX_SIZE ? ErrorCode.EFBIG : null;
  }

  /** Refuses changes that are reserved to the owner or the superuser. */
  private static @Nullable ErrorCode refuseOthers(
      Attributes old, AttributeChange change, Caller caller) {
    boolean isOwner = caller.uid() == old.uid();
    Integer uid = change.newUid();
    if (uid != null && (!isOwner || uid != old.uid())) {
      return ErrorCode.EPERM;
    }
    Integer gid = change.newGid();
    if (gid != null && (!isOwner || (gid != old.gid() && !caller.isMemberOf(gid)))) {
      return ErrorCode.EPERM;
    }
    if (change.changesOwner()
        && !isOwner
        && newMode(old, change, old.gid(), caller) != old.mode()) {
      return ErrorCode.EPERM;
    }
    return change.changedNanos() != null
            || change.bornNanos() != null
            || (change.mode() != null && !isOwner)
        ? ErrorCode.EPERM
        : null;
  }

  /**
   * Callers other than the owner may set both times to now, and only if they may write to the file.
   */
  private static @Nullable ErrorCode refuseTimes(
      Attributes old, @Nullable Acl acl, AttributeChange change, Caller caller) {
    TimeChange accessed = change.accessed();
    TimeChange modified = change.modified();
    if (accessed == null && modified == null) {
      return null;
    }
    if (accessed == null || modified == null || !accessed.now() || !modified.now()) {
      return ErrorCode.EPERM;
    }
    return allowsWriting(old, acl, caller) ? null : ErrorCode.EACCES;
  }

  private static boolean allowsWriting(Attributes file, @Nullable Acl acl, Caller caller) {
    return Access.allows(file.mode(), file.uid(), file.gid(), acl, caller, Access.WRITE);
  }

  /** The attributes after an allowed change; the same object if nothing changes. */
  public static Attributes apply(
      Attributes old, AttributeChange change, Caller caller, long nowNanos) {
    if (change.isEmpty()) {
      return old;
    }
    Long size = change.size();
    long modified = size != null ? nowNanos : old.modifiedNanos();
    int gid = orElse(change.newGid(), old.gid());
    return new Attributes(
        old.inode(),
        old.type(),
        newMode(old, change, gid, caller),
        orElse(change.newUid(), old.uid()),
        gid,
        size != null ? size : old.size(),
        old.links(),
        timeOf(change.accessed(), old.accessedNanos(), nowNanos),
        timeOf(change.modified(), modified, nowNanos),
        change.changedNanos() != null ? change.changedNanos() : old.changeAfter(nowNanos),
        size == null || old.type() != FileType.REGULAR ? old.device() : holesAfter(old, size),
        newMarks(old, change),
        change.bornNanos() != null ? change.bornNanos() : old.bornNanos());
  }

  /** Writing to a program or changing its owner removes its capability. */
  private static int newMarks(Attributes old, AttributeChange change) {
    boolean dropsCapability = change.size() != null || change.changesOwner();
    int marks = dropsCapability ? marksWithoutCapability(old) : old.marks();
    return change.flags() == null ? marks : InodeFlags.marks(marks, change.flags());
  }

  private static int marksWithoutCapability(Attributes file) {
    boolean mayHaveOne = file.has(Attributes.XATTRS) && file.type() == FileType.REGULAR;
    return mayHaveOne ? file.marks() | Attributes.CAPABILITY_DROPPED : file.marks();
  }

  /** Whether a user's write to the file clears set-id bits. */
  public static boolean mayLoseSetId(Attributes file) {
    return SetIdBits.withoutSetId(file.mode()) != file.mode();
  }

  /** Whether a write to the file removes a capability, if it has one. */
  public static boolean mayLoseCapability(Attributes file) {
    return marksWithoutCapability(file) != file.marks();
  }

  /**
   * The attributes of a file after a write to it.
   *
   * @param bySuperuser whether only the superuser can have written, whose writes preserve set-id
   *     bits
   */
  public static Attributes withoutPrivileges(Attributes file, boolean bySuperuser) {
    Attributes left = file.withMarks(marksWithoutCapability(file));
    return bySuperuser ? left : left.withMode(SetIdBits.withoutSetId(file.mode()));
  }

  /** Extending a file adds a hole; truncating it removes holes first. */
  private static long holesAfter(Attributes old, long size) {
    return Math.max(0, old.holes() + size - old.size());
  }

  /** The attributes after the caller has written to the file and given it this size. */
  public static Attributes written(Attributes old, long size, Caller caller, long nowNanos) {
    return apply(old, AttributeChange.ofSize(size), caller, nowNanos);
  }

  private static int newMode(Attributes old, AttributeChange change, int gid, Caller caller) {
    if (change.mode() != null) {
      return SetIdBits.set(change.mode(), gid, caller);
    }
    boolean losesSetId =
        (change.changesOwner() && old.type() != FileType.DIRECTORY)
            || (change.size() != null && !caller.isSuperuser());
    return losesSetId ? SetIdBits.withoutSetId(old.mode(), old.gid(), caller) : old.mode();
  }

  private static int orElse(@Nullable Integer value, int otherwise) {
    return value != null ? value : otherwise;
  }

  private static long timeOf(@Nullable TimeChange change, long old, long now) {
    if (change == null) {
      return old;
    }
    return change.now() ? now : change.nanos();
  }
}
