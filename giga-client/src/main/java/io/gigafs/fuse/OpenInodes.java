package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The files that a mount has open, and the state in which others were last opened. Safe for use by
 * several threads.
 */
final class OpenInodes {
  private static final int MAX_VERSIONS = 1 << 16;

  private record Entry(OpenInode inode, int handles) {}

  /** Distinguishes one state of a file's bytes from another. */
  private record Version(long size, long modifiedNanos, long changedNanos) {
    static Version of(FileAttributes attributes) {
      return new Version(attributes.size(), attributes.modifiedNanos(), attributes.changedNanos());
    }
  }

  private final Map<InodeId, Entry> open = new ConcurrentHashMap<>();
  private final Cache<InodeId, Version> versions =
      Caffeine.newBuilder().maximumSize(MAX_VERSIONS).executor(Runnable::run).build();

  /**
   * Registers a handle of a file.
   *
   * @param foreignChange the change counter that the kernel's pages correspond to, if it is the
   *     first handle
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

  /** Unregisters a handle. */
  void closed(OpenInode file) {
    open.computeIfPresent(
        file.inode(),
        (id, known) -> known.handles == 1 ? null : new Entry(known.inode, known.handles - 1));
  }

  /** Whether a file is open. If so, attributes from elsewhere may lack what was written here. */
  boolean isOpen(InodeId inode) {
    return open.containsKey(inode);
  }

  /** Whether a file is open by more than one handle. */
  boolean isShared(InodeId inode) {
    Entry entry = open.get(inode);
    return entry != null && entry.handles > 1;
  }

  /** Whether an opening has found a later state of an open file than this one. */
  boolean isOld(FileAttributes attributes) {
    Entry entry = open.get(attributes.inode());
    return entry != null && entry.inode.isOlderThanFound(attributes.changedNanos());
  }

  /**
   * Whether a file is in the state in which the kernel last dropped its pages, so that its cached
   * pages are valid. Every later change, also by this mount, changed its times.
   */
  boolean isUnchanged(FileAttributes attributes) {
    return Version.of(attributes).equals(versions.getIfPresent(attributes.inode()));
  }

  /**
   * Records that the kernel has no pages of a file older than this state. Empty files have no
   * pages, so most new files are not recorded.
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
