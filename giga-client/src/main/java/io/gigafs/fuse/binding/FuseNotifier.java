package io.gigafs.fuse.binding;

/**
 * Tells the kernel what it remembers wrongly, because somebody else changed it. Safe for use by
 * several threads, but not within a call of the file system on the same file: the kernel may hold
 * that locked, and wait. What the kernel does not know does no harm.
 */
public interface FuseNotifier {
  /** A name of a directory leads elsewhere, or nowhere. */
  void invalidateEntry(long directoryInode, byte[] name);

  /** The attributes of a file and all of its pages are not what they were. */
  void invalidateFile(long inode);

  /** The attributes alone. */
  void invalidateAttributes(long inode);
}
