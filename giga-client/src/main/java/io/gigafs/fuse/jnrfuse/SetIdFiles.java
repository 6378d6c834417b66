package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.StatModes;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Files that have set-id bits, as far as this mount has seen. A write by a user must clear these,
 * and libfuse 2.9 does not report this. Safe for use by several threads.
 */
final class SetIdFiles {
  static final FuseCaller SUPERUSER = FuseCaller.ofProcess(0, 0, 0);

  /**
   * Beyond this number nothing is recorded, and each file may be one: writes then query the
   * attributes.
   */
  private static final int MAX_FILES = 1 << 16;

  private final FuseFileSystem fileSystem;
  private final Set<Long> inodes = ConcurrentHashMap.newKeySet(0);
  private volatile boolean isFull;

  SetIdFiles(FuseFileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** Records attributes of a file. */
  void seen(FuseAttributes attributes) {
    if (StatModes.hasSetId(attributes.mode())) {
      isFull |= inodes.size() >= MAX_FILES;
      if (!isFull) {
        inodes.add(attributes.inode());
      }
    } else if (!inodes.isEmpty()) {
      inodes.remove(attributes.inode());
    }
  }

  boolean mayHaveSetId(long inode) {
    return isFull || (!inodes.isEmpty() && inodes.contains(inode));
  }

  /**
   * Clears set-id bits, unless the writer may leave them.
   *
   * @return whether there were any, or a negative errno
   */
  int kill(FuseCaller writer, FuseFile file, FuseAttributes out, FuseChange change) {
    if (writer.uid() == 0) {
      return 0;
    }
    int result = fileSystem.getattr(SUPERUSER, file, out.expecting(file.inode()));
    if (result < 0) {
      return result;
    }
    int left = StatModes.withoutSetId(out, writer);
    if (left == out.mode()) {
      return 0;
    }
    change.setMode(left & StatModes.PERMISSIONS);
    result = fileSystem.setattr(SUPERUSER, file, false, change, out);
    if (result >= 0) {
      seen(out);
    }
    return result < 0 ? result : 1;
  }
}
