package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.FuseNotifier;
import io.gigafs.fuse.binding.LockWaits;
import jnr.ffi.Pointer;

/**
 * Has the kernel drop what it knows of files that are open. libfuse's path API has no notices;
 * those of its low-level API take the number of a node, which is known of what is open, from
 * requests. Safe for use by several threads.
 */
final class NodeNotifier implements FuseNotifier {
  private static final int ATTRIBUTES_ALONE = -1;

  private final FuseLibrary.Functions libfuse;
  private final Pointer channel;
  private final OpenHandles handles;
  private final LockWaits waits;

  NodeNotifier(
      FuseLibrary.Functions libfuse, Pointer channel, OpenHandles handles, LockWaits waits) {
    this.libfuse = libfuse;
    this.channel = channel;
    this.handles = handles;
    this.waits = waits;
  }

  /** What a name leads to is not known by a number: it stands for the time that names are kept. */
  @Override
  public void invalidateEntry(long directoryInode, byte[] name) {}

  /**
   * The kernel waits for reads of the pages that are under way, which other threads serve: at most
   * as many may wait here as for locks. No read(2) finds a page, but sendfile(2) does, and mmap(2).
   */
  @Override
  public void invalidateFile(long inode) {
    if (!waits.tryBegin()) {
      invalidateAttributes(inode);
      return;
    }
    try {
      handles.forEachNode(inode, node -> notify(node, 0));
    } finally {
      waits.end();
    }
  }

  @Override
  public void invalidateAttributes(long inode) {
    handles.forEachNode(inode, this::dropAttributes);
  }

  /** Has the kernel drop the attributes of a node. It waits for nothing. */
  void dropAttributes(long node) {
    notify(node, ATTRIBUTES_ALONE);
  }

  private void notify(long node, long offset) {
    libfuse.fuse_lowlevel_notify_inval_inode(channel, node, offset, 0);
  }
}
