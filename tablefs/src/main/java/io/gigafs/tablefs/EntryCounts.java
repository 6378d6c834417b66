package io.gigafs.tablefs;

/**
 * The sums over a range of entries.
 *
 * @param directories number of directories among the entries
 * @param bytes sum of the sizes of regular files whose inode is in the entry; files with several
 *     names count at their inode record
 * @param latestChangeNanos latest change time among them, 0 if there is none
 */
public record EntryCounts(long entries, long directories, long bytes, long latestChangeNanos) {
  /** The sums of no entries. */
  public static final EntryCounts NONE = new EntryCounts(0, 0, 0, 0);

  /** Bytes that an entry counts for. */
  public static long bytesOf(Attributes entry) {
    return bytesOf(entry.type(), entry.marks(), entry.size());
  }

  /** Bytes that an entry counts for, given the relevant attributes. */
  public static long bytesOf(FileType type, int marks, long size) {
    return type == FileType.REGULAR && (marks & Attributes.LINKED) == 0 ? size : 0;
  }
}
