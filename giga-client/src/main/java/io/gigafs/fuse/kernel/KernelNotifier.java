package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.FuseFileSystem.FuseNotifier;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.binding.Nodes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Notifications to the kernel, which answer no request. */
public final class KernelNotifier implements FuseNotifier {
  private static final int INODE_OUT = 24;
  private static final int ENTRY_OUT = 16;

  /** nodeid 8, offset 8, size 4, padding 4; then the bytes. */
  private static final int STORE_OUT = 24;

  private final NativeCalls calls;
  private final FuseDevice device;
  private final Nodes nodes;

  public KernelNotifier(NativeCalls calls, FuseDevice device, Nodes nodes) {
    this.calls = calls;
    this.device = device;
    this.nodes = nodes;
  }

  @Override
  public void invalidateEntry(long directoryInode, byte[] name) {
    ByteBuffer notice = notice(KernelProtocol.NOTIFY_INVAL_ENTRY, ENTRY_OUT + name.length + 1);
    notice.putLong(nodes.number(directoryInode)).putInt(name.length).putInt(0);
    notice.put(name).put((byte) 0);
    send(notice);
  }

  @Override
  public void invalidateFile(long inode) {
    invalidate(inode, 0);
  }

  @Override
  public void invalidateAttributes(long inode) {
    invalidate(inode, -1);
  }

  /**
   * Makes the kernel drop the attributes of a file. It does not block, so it may be called while a
   * request on the file is served.
   *
   * @param number the kernel's number of the file
   */
  void dropAttributes(long number) {
    invalidatePages(number, -1, 0);
  }

  /**
   * Stores a byte of a file in the kernel's page cache, which extends the size that the kernel
   * knows. It waits for a read of that page that is in progress.
   *
   * @param number the kernel's number of the file
   */
  void store(long number, long offset, byte value) {
    send(
        notice(KernelProtocol.NOTIFY_STORE, STORE_OUT + 1)
            .putLong(number)
            .putLong(offset)
            .putInt(1)
            .putInt(0)
            .put(value));
  }

  private void invalidate(long inode, long offset) {
    invalidatePages(nodes.number(inode), offset, 0);
  }

  /**
   * Makes the kernel drop its pages of a range of a file, and its attributes. A write that bypasses
   * the page cache may call this before it is answered, since the kernel locks no page for it.
   *
   * @param number the kernel's number of the file
   * @param offset -1 for the attributes alone
   * @param length 0 for everything from the offset on
   */
  void invalidatePages(long number, long offset, long length) {
    send(
        notice(KernelProtocol.NOTIFY_INVAL_INODE, INODE_OUT)
            .putLong(number)
            .putLong(offset)
            .putLong(length));
  }

  private static ByteBuffer notice(int code, int bytes) {
    int length = KernelProtocol.OUT_HEADER + bytes;
    ByteBuffer notice = ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder());
    return notice.putInt(length).putInt(code).putLong(0);
  }

  /** Errors are ignored: the kernel does not cache the file, or the mount has ended. */
  private void send(ByteBuffer notice) {
    device.send(calls.address(notice.clear()), notice.capacity());
  }
}
