package io.gigafs.fuse;

import io.gigafs.client.OpenFile;
import io.gigafs.client.Target;
import io.gigafs.protocol.FileAttributes;

/** A file that is open in the mount. Safe for use by several threads. */
final class MountedFile {
  private final OpenFile file;
  private final OpenInode inode;
  private final Target target;
  private final boolean writes;
  private final boolean isMappable;
  private final OpenInodes inodes;

  /** The change counter at the time of the opening. */
  private final long foreignChange;

  /**
   * Whether the kernel has sent a request on the handle, which shows that it received the reply to
   * the open.
   */
  private volatile boolean isUsed;

  /** Whether the handle may hold an exclusive lock of the whole file. */
  private volatile boolean isFlockedExclusively;

  /**
   * @param target the name by which it was opened
   * @param writes whether the handle is open for writing
   * @param isMappable whether it is open for reading and writing, so that a mapping may store to
   *     the file
   */
  MountedFile(
      OpenFile file,
      OpenInode inode,
      Target target,
      boolean writes,
      boolean isMappable,
      OpenInodes inodes,
      long foreignChange) {
    this.file = file;
    this.inode = inode;
    this.target = target;
    this.writes = writes;
    this.isMappable = isMappable;
    this.inodes = inodes;
    this.foreignChange = foreignChange;
  }

  OpenFile file() {
    return file;
  }

  OpenInode inode() {
    return inode;
  }

  Target target() {
    return target;
  }

  boolean writes() {
    return writes;
  }

  boolean isMappable() {
    return isMappable;
  }

  boolean isFlockedExclusively() {
    return isFlockedExclusively;
  }

  void setFlockedExclusively(boolean is) {
    isFlockedExclusively = is;
  }

  /**
   * Whether the attributes found by the opening distinguish this state of the file's bytes from all
   * others.
   */
  boolean isSure() {
    return !file.isWrittenByOthers();
  }

  /**
   * Records a request on the handle. By then the kernel has processed the reply to the open: it has
   * dropped older pages, or they were valid. A reply that it may not have read yet says nothing
   * about its pages.
   */
  void use() {
    if (isUsed) {
      return;
    }
    isUsed = true;
    FileAttributes found = file.opened();
    if (isSure()) {
      inodes.hasPagesOf(found);
    }
    if (foreignChange == file.foreignChange()) {
      inode.droppedPages(foreignChange);
    }
  }
}
