package io.gigafs.server.transaction;

import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.AttributeChange.TimeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.server.operation.Access;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/**
 * Who may change which attributes, and what comes of it: chmod(2), chown(2), utimensat(2). Pure.
 */
final class AttributeRules {
  private static final int SET_UID = 04000;
  private static final int SET_GID = 02000;
  private static final int GROUP_EXECUTE = 00010;
  private static final int ALL_BITS = 07777;

  private AttributeRules() {}

  /** Why the caller may not make the change, or null if it may. */
  static @Nullable ErrorCode refuse(Attributes old, AttributeChange change, Caller caller) {
    Integer mode = change.mode();
    if (mode != null && (mode & ~ALL_BITS) != 0) {
      return ErrorCode.EINVAL;
    }
    if (caller.isSuperuser()) {
      return null;
    }
    boolean isOwner = caller.uid() == old.uid();
    if (mode != null && !isOwner) {
      return ErrorCode.EPERM;
    }
    if (change.changedNanos() != null) {
      return ErrorCode.EPERM;
    }
    Integer uid = change.uid();
    if (uid != null && (!isOwner || uid != old.uid())) {
      return ErrorCode.EPERM;
    }
    Integer gid = change.gid();
    if (gid != null && (!isOwner || (gid != old.gid() && !caller.isMemberOf(gid)))) {
      return ErrorCode.EPERM;
    }
    return isOwner ? null : refuseTimes(old, change, caller);
  }

  private static @Nullable ErrorCode refuseTimes(
      Attributes old, AttributeChange change, Caller caller) {
    if (isGiven(change.accessed()) || isGiven(change.modified())) {
      return ErrorCode.EPERM;
    }
    boolean setsToNow = change.accessed() != null || change.modified() != null;
    boolean setsBoth = change.accessed() != null && change.modified() != null;
    if (!setsToNow) {
      return null;
    }
    if (!setsBoth) {
      return ErrorCode.EPERM;
    }
    return Access.allows(old.mode(), old.uid(), old.gid(), caller, Access.WRITE)
        ? null
        : ErrorCode.EACCES;
  }

  private static boolean isGiven(@Nullable TimeChange time) {
    return time != null && !time.now();
  }

  /** The attributes after a change that is allowed. */
  static Attributes apply(Attributes old, AttributeChange change, Caller caller, long nowNanos) {
    int uid = orElse(change.uid(), old.uid());
    int gid = orElse(change.gid(), old.gid());
    boolean changesOwner = change.uid() != null || change.gid() != null;
    int mode = change.mode() != null ? newMode(change.mode(), gid, caller) : old.mode();
    if (changesOwner && change.mode() == null && old.type() != FileType.DIRECTORY) {
      mode = withoutSetId(mode);
    }
    return new Attributes(
        old.inode(),
        old.type(),
        mode,
        uid,
        gid,
        old.size(),
        old.links(),
        timeOf(change.accessed(), old.accessedNanos(), nowNanos),
        timeOf(change.modified(), old.modifiedNanos(), nowNanos),
        change.changedNanos() != null ? change.changedNanos() : nowNanos,
        old.device());
  }

  /** A caller outside the file's group cannot give it the set-gid bit: chmod(2). */
  private static int newMode(int wanted, int gid, Caller caller) {
    return caller.isSuperuser() || caller.isMemberOf(gid) ? wanted : wanted & ~SET_GID;
  }

  /**
   * A file that changes hands loses its set-id bits; a set-gid bit without group execution means
   * something else: chown(2).
   */
  private static int withoutSetId(int mode) {
    int kept = mode & ~SET_UID;
    return (kept & GROUP_EXECUTE) != 0 ? kept & ~SET_GID : kept;
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
