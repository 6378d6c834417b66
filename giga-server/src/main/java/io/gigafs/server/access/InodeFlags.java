package io.gigafs.server.access;

import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.AttributeChange.TimeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DataWrite;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What nobody may do with files that are append-only or immutable, not even the superuser, until he
 * takes the flag off: ioctl_iflags(2), chattr(1). Pure.
 */
public final class InodeFlags {
  private static final int ANY = Attributes.APPEND_ONLY | Attributes.IMMUTABLE;

  private InodeFlags() {}

  /** Whether a file keeps its names, its mode, its owner and its extended attributes. */
  public static boolean isProtected(Attributes file) {
    return (file.marks() & ANY) != 0;
  }

  /** Whether no byte of a file may be written at all. */
  public static boolean isImmutable(Attributes file) {
    return file.has(Attributes.IMMUTABLE);
  }

  /** Why no name may be added to a directory, or null if some may be. */
  public static @Nullable ErrorCode refuseAdding(DirectoryFacts directory) {
    return (directory.flags() & FileAttributes.IMMUTABLE) != 0 ? ErrorCode.EPERM : null;
  }

  /** Why no name may be taken out of a directory, or null if some may be. */
  public static @Nullable ErrorCode refuseRemoving(DirectoryFacts directory) {
    return directory.flags() != 0 ? ErrorCode.EPERM : null;
  }

  /**
   * Why a file may not be opened, or null if it may.
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
   * Why contents may not be changed by a handle that may write, or null if they may. One that was
   * opened before a file became append-only, and not to append, writes anywhere: open(2) asks.
   *
   * @param appends whether it was opened to write at the end only
   * @param writes that are asked for
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
   * Why attributes may not be changed, or null if they may. The flags themselves are the
   * superuser's.
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
            || (change.changesOwner() && Modes.hasSetId(old.mode()))
            || change.size() != null
            || isGiven(change.accessed())
            || isGiven(change.modified());
    // chown(2) that leaves both ids is a change of the file all the same.
    boolean touches =
        change.accessed() != null || change.modified() != null || change.changesOwner();
    boolean isRefused = (changesMore && isProtected(old)) || (touches && isImmutable(old));
    return isRefused ? ErrorCode.EPERM : null;
  }

  private static boolean isGiven(@Nullable TimeChange time) {
    return time != null && !time.now();
  }

  /** The marks of a file with other flags, as {@link FileAttributes} has them. */
  static int marks(int marks, int flags) {
    return (marks & ~ANY)
        | ((flags & FileAttributes.APPEND_ONLY) != 0 ? Attributes.APPEND_ONLY : 0)
        | ((flags & FileAttributes.IMMUTABLE) != 0 ? Attributes.IMMUTABLE : 0);
  }
}
