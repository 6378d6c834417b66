package io.gigafs.server.lane;

import io.gigafs.index.InodeId;

/**
 * What each partition knows of its directory: who may do what in it, and where it hangs.
 *
 * @param parent the directory that holds its entry
 * @param mode permission bits (07777)
 */
public record DirectoryOwner(InodeId parent, int mode, int uid, int gid) {
  static final DirectoryOwner NOBODY = new DirectoryOwner(InodeId.SUPER_ROOT, 0, 0, 0);
}
