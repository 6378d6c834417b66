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

  /**
   * One more handle of a file.
   *
   * @param foreignChange as of which the kernel's pages are, if it is the first
   */
  OpenInode opened(InodeId inode, long foreignChange) {
    return open.compute(
            inode,
            (id, known) ->
                known == null
                    ? new Entry(new OpenInode(id, foreignChange), 1)
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

  /** Whether an opening has found a later state of a file that is open than this one. */
  boolean isOld(FileAttributes attributes) {
    Entry entry = open.get(attributes.inode());
    return entry != null && entry.inode.isOlderThanFound(attributes.changedNanos());
  }

  /**
   * Whether a file is as it was when the kernel last dropped its pages, so that those that it has
   * are right. Each change since, also by this mount, changed its times.
   */
  boolean isUnchanged(FileAttributes attributes) {
    return Version.of(attributes).equals(versions.getIfPresent(attributes.inode()));
  }

  /**
   * The kernel has no pages of a file from before it was in this state. Of an empty file there are
   * none, so most files that are made are not remembered.
   */
  void hasPagesOf(FileAttributes attributes) {
    if (attributes.size() != 0) {
      versions.put(attributes.inode(), Version.of(attributes));
    }
  }

  int count() {
    return open.size();
  }
}
