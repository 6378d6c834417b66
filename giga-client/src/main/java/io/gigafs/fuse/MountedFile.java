package io.gigafs.fuse;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.protocol.FileAttributes;

/** A file that is open in the mount. Safe for use by several threads. */
final class MountedFile {
  private final OpenFile file;
  private final OpenInode inode;
  private final GigaPath path;
  private final boolean writes;
  private final boolean isMappable;
  private final OpenInodes inodes;

  /** As the file was opened. */
  private final long foreignChange;

  /** Whether the kernel has come with a request on the handle, so that it knows of the opening. */
  private volatile boolean isUsed;

  /** Whether the handle may have locked the whole file for itself. */
  private volatile boolean isFlockedExclusively;

  /**
   * @param path what it was opened as: a name in a directory
   * @param writes whether the handle writes
   * @param isMappable whether it reads and writes, so that a mapping may store to the file
   */
  MountedFile(
      OpenFile file,
      OpenInode inode,
      GigaPath path,
      boolean writes,
      boolean isMappable,
      OpenInodes inodes,
      long foreignChange) {
    this.file = file;
    this.inode = inode;
    this.path = path;
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

  GigaPath path() {
    return path;
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
   * Whether what was found by the opening distinguishes the state of the file's bytes from all
   * others.
   */
  boolean isSure() {
    return !file.isWrittenByOthers();
  }

  /**
   * The kernel asks for something by the handle. By then it has done what an opening has it do: the
   * pages from before are gone, or were right. An answer that it may not have read yet says nothing
   * of what it has.
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
