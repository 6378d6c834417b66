package io.gigafs.client;

import java.util.Set;

/**
 * How to open a file, as in open(2).
 *
 * @param flags the open flags
 * @param mode permission bits (07777) of a new file, the umask already applied
 */
public record OpenOptions(Set<Flag> flags, int mode) {
  public OpenOptions {
    flags = Set.copyOf(flags);
  }

  /** The effect of an open, and the use of its handle. */
  public enum Flag {
    /** The handle reads: O_RDONLY, or O_RDWR with {@link #WRITE}. */
    READ,
    /** The handle writes. */
    WRITE,
    /** A missing file is created: O_CREAT. */
    CREATE,
    /** With {@link #CREATE}: an existing file or link is an error (EEXIST): O_EXCL. */
    EXCLUSIVE,
    /**
     * Creates a file without a name in the directory of the path, whose last name is ignored:
     * O_TMPFILE. The file is deleted with its last handle unless {@link
     * AsyncGigaClient#link(OpenFile, GigaPath)} has given it a name. Needs {@link #WRITE}.
     */
    NAMELESS,
    /** Truncates a regular file, which needs write permission: O_TRUNC. */
    TRUNCATE,
    /**
     * The handle writes only at the end of the file, which its user ensures, so that it may write
     * to append-only files: O_APPEND.
     */
    APPEND,
    /** A symbolic link at the end is an error (ELOOP): O_NOFOLLOW. */
    NO_FOLLOW,
    /** Anything but a directory is an error (ENOTDIR): O_DIRECTORY. */
    DIRECTORY,
    /** Reading does not update the access time: O_NOATIME. The file's owner is not checked here. */
    NO_ACCESS_TIME
  }

  public static final OpenOptions READ = of(Flag.READ);

  public static OpenOptions of(Flag first, Flag... others) {
    java.util.EnumSet<Flag> flags = java.util.EnumSet.of(first, others);
    return new OpenOptions(flags, 0);
  }

  /** The same with the mode of a new file. */
  public OpenOptions withMode(int newMode) {
    return new OpenOptions(flags, newMode);
  }

  public boolean has(Flag flag) {
    return flags.contains(flag);
  }
}
