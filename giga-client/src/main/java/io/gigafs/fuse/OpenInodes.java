package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that a mount has open, and what others were when they were opened last. Safe for use by
 * several threads.
 */
final class OpenInodes {
  private static final int MAX_VERSIONS = 1 << 16;

  private record Entry(OpenInode inode, int handles) {}

  /** What tells one state of a file's bytes from another. */
  private record Version(long size, long modifiedNanos, long changedNanos) {
    static Version of(FileAttributes attributes) {
      return new Version(attributes.size(), attributes.modifiedNanos(), attributes.changedNanos());
    }
  }

  private final Map<InodeId, Entry> open = new ConcurrentHashMap<>();
  private final Cache<InodeId, Version> versions =
      Caffeine.newBuilder().maximumSize(MAX_VERSIONS).executor(Runnable::run).build();

  /** One more handle of a file. */
  OpenInode opened(InodeId inode) {
    return open.compute(
            inode,
            (id, known) ->
                known == null
                    ? new Entry(new OpenInode(id), 1)
                    : new Entry(known.inode, known.handles + 1))
        .inode;
  }

  /** One less. */
  void closed(OpenInode file) {
    open.computeIfPresent(
        file.inode(),
        (id, known) -> known.handles == 1 ? null : new Entry(known.inode, known.handles - 1));
  }

  /** Whether a file is open: what others tell of it may be behind what was written here. */
  boolean isOpen(InodeId inode) {
    return open.containsKey(inode);
  }

  /** Whether a file is open by more than one handle. */
  boolean isShared(InodeId inode) {
    Entry entry = open.get(inode);
    return entry != null && entry.handles > 1;
  }

  /**
   * Whether a file is as it was when it was opened before: then pages that the kernel has of it are
   * right. Whoever changed it since, also by this mount, changed its times. Of an empty file there
   * are none, so most files that are made are not remembered.
   */
  boolean isUnchanged(FileAttributes attributes) {
    if (attributes.size() == 0) {
      return false;
    }
    Version now = Version.of(attributes);
    Version before = versions.getIfPresent(attributes.inode());
    if (now.equals(before)) {
      return true;
    }
    versions.put(attributes.inode(), now);
    return false;
  }

  int count() {
    return open.size();
  }
}
