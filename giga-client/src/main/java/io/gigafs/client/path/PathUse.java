package io.gigafs.client.path;

import io.gigafs.client.path.PathWalk.Goal;
import io.gigafs.client.path.PathWalk.Last;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import org.jspecify.annotations.Nullable;

/**
 * How a system call uses a path: how far it resolves it, and which error it returns if the path
 * does not end in a name, or has a trailing slash. The rules are those of Linux's fs/namei.c.
 */
public enum PathUse {
  /** chdir(2), opendir(3). */
  DIRECTORY(Goal.DIRECTORY, Slash.FINE, null, null, null),
  /** stat(2), chmod(2), readlink(2), open(2) without O_CREAT and the like. */
  FILE(Goal.FILE, Slash.FINE, null, null, null),
  /** open(2) with O_CREAT. */
  OPEN_TO_CREATE(Goal.NAME, Slash.EISDIR, ErrorCode.EISDIR, ErrorCode.EISDIR, ErrorCode.EISDIR),
  /** open(2) with O_CREAT and O_EXCL. */
  OPEN_EXCLUSIVELY(Goal.NAME, Slash.EISDIR, ErrorCode.EEXIST, ErrorCode.EEXIST, ErrorCode.EEXIST),
  /** mkdir(2). */
  MAKE_DIRECTORY(Goal.NAME, Slash.FINE, ErrorCode.EEXIST, ErrorCode.EEXIST, ErrorCode.EEXIST),
  /** mknod(2), symlink(2), the new name of link(2). */
  MAKE_FILE(Goal.NAME, Slash.NO_FILE_TO_BE, ErrorCode.EEXIST, ErrorCode.EEXIST, ErrorCode.EEXIST),
  /** unlink(2). */
  UNLINK(Goal.NAME, Slash.NO_FILE, ErrorCode.EISDIR, ErrorCode.EISDIR, ErrorCode.EISDIR),
  /** rmdir(2). */
  REMOVE_DIRECTORY(Goal.NAME, Slash.FINE, ErrorCode.EINVAL, ErrorCode.ENOTEMPTY, ErrorCode.EBUSY),
  /**
   * Both names of rename(2). A trailing slash on either says that the moved entry is a directory.
   */
  RENAME(Goal.NAME, Slash.FINE, ErrorCode.EBUSY, ErrorCode.EBUSY, ErrorCode.EBUSY),
  /** The new name of renameat2(2) with RENAME_NOREPLACE. */
  RENAME_TO_NEW(Goal.NAME, Slash.FINE, ErrorCode.EEXIST, ErrorCode.EEXIST, ErrorCode.EEXIST);

  /** The effect of a trailing slash. */
  private enum Slash {
    FINE,
    /** An error in any case. */
    EISDIR,
    /** EEXIST if the name exists; otherwise the name cannot be that of a new file. */
    NO_FILE_TO_BE,
    /** EISDIR if the name is a directory, ENOTDIR if it is anything else. */
    NO_FILE
  }

  private final Goal goal;
  private final Slash slash;
  private final @Nullable ErrorCode self;
  private final @Nullable ErrorCode parent;
  private final @Nullable ErrorCode root;

  PathUse(
      Goal goal,
      Slash slash,
      @Nullable ErrorCode self,
      @Nullable ErrorCode parent,
      @Nullable ErrorCode root) {
    this.goal = goal;
    this.slash = slash;
    this.self = self;
    this.parent = parent;
    this.root = root;
  }

  public Goal goal() {
    return goal;
  }

  /** The error of a path that ends this way, whatever exists there; null if there is none. */
  public @Nullable ErrorCode refusal(Last last, boolean endsInSlash) {
    return switch (last) {
      case SELF -> self;
      case PARENT -> parent;
      case ROOT -> root;
      case NAME -> endsInSlash && slash == Slash.EISDIR ? ErrorCode.EISDIR : null;
    };
  }

  /** Whether a trailing slash is an error that depends on what exists there. */
  public boolean refusesSlash() {
    return slash == Slash.NO_FILE_TO_BE || slash == Slash.NO_FILE;
  }

  /**
   * The error of a refused trailing slash.
   *
   * @param found the type of the name before it; null if it does not exist
   */
  public ErrorCode refusalOfSlash(@Nullable FileType found) {
    if (found == null) {
      return ErrorCode.ENOENT;
    }
    if (slash == Slash.NO_FILE_TO_BE) {
      return ErrorCode.EEXIST;
    }
    return found == FileType.DIRECTORY ? ErrorCode.EISDIR : ErrorCode.ENOTDIR;
  }
}
