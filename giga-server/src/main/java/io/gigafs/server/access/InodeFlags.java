package io.gigafs.server.access;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Restrictions on append-only and immutable files: ioctl_iflags(2), chattr(1). They also apply to
 * the superuser until the flag is cleared. Pure functions.
 */
public final class InodeFlags {
  private static final int ANY = Attributes.APPEND_ONLY | Attributes.IMMUTABLE;

  private InodeFlags() {}

  /**
   * Whether the names, mode, owner and extended attributes of a file are protected from changes.
   */
  public static boolean isProtected(Attributes file) {
    return (file.marks() & ANY) != 0;
  }

  /** Whether writes to the file are forbidden. */
  public static boolean isImmutable(Attributes file) {
    return file.has(Attributes.IMMUTABLE);
  }

  /** The error if no name may be added to a directory, or null. */
  public static @Nullable ErrorCode refuseAdding(DirectoryFacts directory) {
    return (directory.flags() & FileAttributes.IMMUTABLE) != 0 ? ErrorCode.EPERM : null;
  }

  /** The error if no name may be removed from a directory, or null. */
  public static @Nullable ErrorCode refuseRemoving(DirectoryFacts directory) {
    return directory.flags() != 0 ? ErrorCode.EPERM : null;
  }

  /**
   * The error if a file may not be opened, or null if it may.
   *
   * @param appends whether the handle writes at the end only
   */
  public static @Nullable ErrorCode refuseOpen(
      Attributes file, boolean writes, boolean appends, boolean truncates) {
    if (file.type() != FileType.REGULAR || !(writes || truncates)) {
      return null;
    }
    boolean isRefused =
        isImmutable(file) || (file.has(Attributes.APPEND_ONLY) && (truncates || !appends));
    return isRefused ? ErrorCode.EPERM : null;
  }

  /**
   * The error if a handle that is open for writing may not change the contents, or null if it may.
   * A handle that was opened without O_APPEND before the file became append-only may write
   * anywhere, as open(2) checks the flag.
   *
   * @param appends whether the handle was opened to write at the end only
   * @param writes the requested writes
   */
  public static @Nullable ErrorCode refuseWrites(
      Attributes file, boolean appends, List<DataWrite> writes) {
    boolean isRefused =
        isImmutable(file)
            || (file.has(Attributes.APPEND_ONLY)
                && appends
                && writes.stream().anyMatch(write -> write.offset() != DataWrite.APPEND));
    return isRefused ? ErrorCode.EPERM : null;
  }

  /**
   * The error if attributes may not be changed, or null if they may. Only the superuser changes the
   * flags themselves.
   */
  static @Nullable ErrorCode refuse(Attributes old, AttributeChange change, Caller caller) {
    Integer flags = change.flags();
    if (flags != null) {
      if (old.type() != FileType.REGULAR && old.type() != FileType.DIRECTORY) {
        return ErrorCode.EOPNOTSUPP;
      }
      if (!caller.isSuperuser()) {
        return ErrorCode.EPERM;
      }
    }
    boolean changesMore =
        change.mode() != null
            || change.newUid() != null
            || change.newGid() != null
            || (change.changesOwner() && SetIdBits.hasSetId(old.mode()))
            || change.size() != null
            || isGiven(change.accessed())
            || isGiven(change.modified());
    // A chown(2) that changes neither id is still a change of the file.
    boolean touches =
        change.accessed() != null || change.modified() != null || change.changesOwner();
    boolean isRefused = (changesMore && isProtected(old)) || (touches && isImmutable(old));
    return isRefused ? ErrorCode.EPERM : null;
  }

  private static boolean isGiven(@Nullable TimeChange time) {
    return time != null && !time.now();
  }

  /** The marks of a file with the flags replaced, as {@link FileAttributes} defines them. */
  static int marks(int marks, int flags) {
    return (marks & ~ANY)
        | ((flags & FileAttributes.APPEND_ONLY) != 0 ? Attributes.APPEND_ONLY : 0)
        | ((flags & FileAttributes.IMMUTABLE) != 0 ? Attributes.IMMUTABLE : 0);
  }
}
