package io.gigafs.client;

import java.util.Set;

/**
 * How to open a file, as of open(2).
 *
 * @param flags what to do
 * @param mode permission bits (07777) of a file that is made, the umask already applied
 */
public record OpenOptions(Set<Flag> flags, int mode) {
  public OpenOptions {
    flags = Set.copyOf(flags);
  }

  /** What an opening does, and what the handle is for. */
  public enum Flag {
    /** The handle reads: O_RDONLY, or O_RDWR with {@link #WRITE}. */
    READ,
    /** The handle writes. */
    WRITE,
    /** A file that is not there is made: O_CREAT. */
    CREATE,
    /** With {@link #CREATE}: a file that is there is an error (EEXIST), a link too: O_EXCL. */
    EXCLUSIVE,
    /**
     * A file is made that has no name, in the directory of the path, whose last name counts for
     * nothing: O_TMPFILE. It goes with its last handle unless {@link AsyncGigaClient#link(OpenFile,
     * GigaPath)} has given it a name. Needs {@link #WRITE}.
     */
    NAMELESS,
    /** A regular file is emptied, which takes write permission: O_TRUNC. */
    TRUNCATE,
    /**
     * The handle writes at the end of the file only, as its user sees to, so that it may write to
     * files that can only be appended to: O_APPEND.
     */
    APPEND,
    /** A symbolic link at the end is an error (ELOOP): O_NOFOLLOW. */
    NO_FOLLOW,
    /** Anything but a directory is an error (ENOTDIR): O_DIRECTORY. */
    DIRECTORY,
    /** Reading leaves the access time alone: O_NOATIME. Whose the file is does not matter here. */
    NO_ACCESS_TIME
  }

  public static final OpenOptions READ = of(Flag.READ);

  public static OpenOptions of(Flag first, Flag... others) {
    java.util.EnumSet<Flag> flags = java.util.EnumSet.of(first, others);
    return new OpenOptions(flags, 0);
  }

  /** The same, for a file that is made with this mode. */
  public OpenOptions withMode(int newMode) {
    return new OpenOptions(flags, newMode);
  }

  public boolean has(Flag flag) {
    return flags.contains(flag);
  }
}
