package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;

/**
 * A directory as the entry in its parent has it: what path resolution needs to know. Immutable.
 *
 * @param mode permission bits (07777)
 */
record DirectoryEntry(InodeId id, int mode, int uid, int gid) {
  /** Above the root; anyone may look the root up. */
  static final DirectoryEntry SUPER_ROOT = new DirectoryEntry(InodeId.SUPER_ROOT, 0755, 0, 0);

  private static final int OWNER_SEARCH = 0100;
  private static final int GROUP_SEARCH = 0010;
  private static final int OTHER_SEARCH = 0001;

  static DirectoryEntry of(FileAttributes attributes) {
    return new DirectoryEntry(
        attributes.inode(), attributes.mode(), attributes.uid(), attributes.gid());
  }

  /** Whether a caller may look up names in the directory. */
  boolean allowsSearch(Caller caller) {
    if (caller.isSuperuser()) {
      return true;
    }
    int bit;
    if (caller.uid() == uid) {
      bit = OWNER_SEARCH;
    } else {
      bit = caller.isMemberOf(gid) ? GROUP_SEARCH : OTHER_SEARCH;
    }
    return (mode & bit) != 0;
  }
}
