package io.gigafs.tablefs;

/**
 * What a range of entries adds up to.
 *
 * @param directories how many of the entries are directories
 * @param bytes the sum of the sizes of regular files that have their place here; those of files
 *     with several names count where their own place is
 * @param latestChangeNanos the latest change time among them, 0 if there is none
 */
public record EntryCounts(long entries, long directories, long bytes, long latestChangeNanos) {
  /** Those of no entries. */
  public static final EntryCounts NONE = new EntryCounts(0, 0, 0, 0);

  /** How many bytes an entry counts for. */
  public static long bytesOf(Attributes entry) {
    return bytesOf(entry.type(), entry.marks(), entry.size());
  }

  /** How many bytes an entry counts for, by what that depends on. */
  public static long bytesOf(FileType type, int marks, long size) {
    return type == FileType.REGULAR && (marks & Attributes.LINKED) == 0 ? size : 0;
  }
}
