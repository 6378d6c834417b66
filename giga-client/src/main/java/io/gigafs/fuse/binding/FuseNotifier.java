package io.gigafs.fuse.binding;

/**
 * Notifies the kernel that cached state is stale, because another client changed it. Safe for use
 * by several threads, but not within a call of the file system on the same file, which the kernel
 * may have locked. Notifications about state that the kernel does not cache have no effect.
 */
public interface FuseNotifier {
  /** Invalidates a name in a directory. */
  void invalidateEntry(long directoryInode, byte[] name);

  /** Invalidates the attributes of a file and all of its pages. */
  void invalidateFile(long inode);

  /** Invalidates the attributes alone. */
  void invalidateAttributes(long inode);
}
