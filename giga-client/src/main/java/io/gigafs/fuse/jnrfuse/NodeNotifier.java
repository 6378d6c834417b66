package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.FuseFileSystem.FuseNotifier;
import io.gigafs.fuse.kernel.LockWaits;
import jnr.ffi.Pointer;

/**
 * Makes the kernel drop cached state of open files. libfuse's path API has no notifications; those
 * of its low-level API take the number of a node, which is known for open files from their
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

  /** Does nothing: the node number is unknown. The name stays cached until its timeout. */
  @Override
  public void invalidateEntry(long directoryInode, byte[] name) {}

  /**
   * The kernel waits for reads of the pages that are in progress, which other threads serve. So no
   * more threads may wait here than for locks. read(2) uses no cached page, but sendfile(2) and
   * mmap(2) do.
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

  /** Makes the kernel drop the attributes of a node. It does not block. */
  void dropAttributes(long node) {
    notify(node, ATTRIBUTES_ALONE);
  }

  private void notify(long node, long offset) {
    libfuse.fuse_lowlevel_notify_inval_inode(channel, node, offset, 0);
  }
}
