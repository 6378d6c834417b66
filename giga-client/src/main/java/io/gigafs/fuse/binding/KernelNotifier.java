package io.gigafs.fuse.binding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Notices to the kernel, which have no request. */
final class KernelNotifier implements FuseNotifier {
  private static final int INODE_OUT = 24;
  private static final int ENTRY_OUT = 16;

  /** nodeid 8, offset 8, size 4, padding 4; then the bytes. */
  private static final int STORE_OUT = 24;

  private final NativeCalls calls;
  private final FuseDevice device;
  private final Nodes nodes;

  KernelNotifier(NativeCalls calls, FuseDevice device, Nodes nodes) {
    this.calls = calls;
    this.device = device;
    this.nodes = nodes;
  }

  @Override
  public void invalidateEntry(long directoryInode, byte[] name) {
    ByteBuffer notice = notice(Wire.NOTIFY_INVAL_ENTRY, ENTRY_OUT + name.length + 1);
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
   * Has the kernel drop the attributes of a file. It waits for nothing, so that this may be called
   * while a request on the file is served.
   *
   * @param number the kernel's number of the file
   */
  void dropAttributes(long number) {
    invalidatePages(number, -1, 0);
  }

  /**
   * Puts a byte of a file into the kernel's page of it, which takes the file to have it from then
   * on. It waits for a read of the page that is under way.
   *
   * @param number the kernel's number of the file
   */
  void store(long number, long offset, byte value) {
    send(
        notice(Wire.NOTIFY_STORE, STORE_OUT + 1)
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
   * Has the kernel drop what pages it has of a part of a file, and its attributes. A write that
   * goes past them may call this before it is answered: the kernel holds no page for it.
   *
   * @param number the kernel's number of the file
   * @param offset -1 for no part, but the attributes alone
   * @param length 0 for all that follows
   */
  void invalidatePages(long number, long offset, long length) {
    send(
        notice(Wire.NOTIFY_INVAL_INODE, INODE_OUT).putLong(number).putLong(offset).putLong(length));
  }

  private static ByteBuffer notice(int code, int bytes) {
    int length = Wire.OUT_HEADER + bytes;
    ByteBuffer notice = ByteBuffer.allocateDirect(length).order(ByteOrder.nativeOrder());
    return notice.putInt(length).putInt(code).putLong(0);
  }

  /** What the kernel does not know, or a mount that has ended, is no matter. */
  private void send(ByteBuffer notice) {
    device.send(calls.address(notice.clear()), notice.capacity());
  }
}
