package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.fuse.binding.StatModes;
import java.util.function.IntSupplier;
import org.agrona.collections.LongArrayList;

/**
 * Requests on open directories. As a {@link FuseDirectory}, it fills the answer while the file
 * system lists.
 */
final class DirectoryCalls implements FuseDirectory {
  private static final byte[] DOT = {'.'};
  private static final byte[] DOT_DOT = {'.', '.'};
  private static final int DIRECTORY_TYPE = StatModes.DIRECTORY >> StatModes.TYPE_SHIFT;

  /** The handle of each directory that was removed before it was opened; it is empty. */
  private static final long REMOVED = Long.MIN_VALUE;

  /** Offsets of the dot entries, which precede those of the file system. */
  private static final int DOTS = 2;

  private final KernelCall call;
  private final KernelRequest request;
  private final LongArrayList remembered = new LongArrayList();
  private boolean plus;
  private int filled;
  private int size;

  DirectoryCalls(KernelCall call) {
    this.call = call;
    this.request = call.request;
  }

  void opendir() {
    call.opened.clear();
    int result =
        call.fileSystem.opendir(call.caller(), call.nodes.number(request.node()), call.opened);
    call.replyOpened(result == -Errno.ENOENT ? openRemoved() : result, true);
  }

  /** Opens a directory that was removed but is still some process's working directory. */
  private int openRemoved() {
    long node = request.node();
    if (!call.nodes.fillRemoved(node, call.attributes)) {
      return KernelCall.noPath();
    }
    if (!StatModes.mayRead(call.attributes, call.caller())) {
      return -Errno.EACCES;
    }
    call.opened.set(REMOVED, call.nodes.number(node));
    return 0;
  }

  void readdir(boolean withAttributes) {
    plus = withAttributes;
    filled = 0;
    size = Math.min(request.int32(16), call.reply.room());
    remembered.clear();
    int result = list(request.int64(8));
    if (result < 0 && filled == 0) {
      call.reply.status(result);
    } else if (!call.reply.sendBytes(filled)) {
      remembered.forEach(number -> call.nodes.forget(number, 1));
    }
  }

  /**
   * Lists entries. Those before a failure are returned first; the next call meets the failure
   * again.
   */
  private int list(long offset) {
    long node = request.node();
    long inode = call.nodes.number(node);
    if (offset < 1 && !put(DOT, inode, DIRECTORY_TYPE, 1)) {
      return 0;
    }
    long handle = request.int64(0);
    if (offset < DOTS && !put(DOT_DOT, parentOf(inode, handle), DIRECTORY_TYPE, DOTS)) {
      return 0;
    }
    return handle == REMOVED
        ? 0
        : call.fileSystem.readdir(call.caller(), handle, Math.max(0, offset - DOTS), this);
  }

  /** The inode number of ".."; a removed directory has no parent and gets its own. */
  private long parentOf(long inode, long handle) {
    long parent = handle == REMOVED ? 0 : call.fileSystem.parent(call.caller(), inode);
    return parent <= 0 ? inode : parent;
  }

  @Override
  public boolean wantsAttributes() {
    return plus;
  }

  @Override
  public boolean add(byte[] name, long inode, int type, long next) {
    return put(name, inode, type, next + DOTS);
  }

  private boolean put(byte[] name, long inode, int type, long next) {
    int before = plus ? KernelProtocol.ENTRY_OUT + KernelProtocol.ATTR : 0;
    int bytes = recordBytes(before, name);
    if (filled + bytes > size) {
      return false;
    }
    if (plus) {
      call.reply.noEntry(filled, 0);
    }
    putEntry(filled + before, name, inode, type, next);
    filled += bytes;
    return true;
  }

  @Override
  public boolean add(byte[] name, FuseAttributes attributes, long next) {
    int type = (attributes.mode() & StatModes.TYPE) >> StatModes.TYPE_SHIFT;
    if (!plus) {
      return add(name, attributes.inode(), type, next);
    }
    int before = KernelProtocol.ENTRY_OUT + KernelProtocol.ATTR;
    int bytes = recordBytes(before, name);
    if (filled + bytes > size) {
      return false;
    }
    long number = call.nodes.number(attributes.inode());
    call.nodes.remember(request.node(), name, attributes);
    remembered.addLong(number);
    call.reply.entry(filled, number, attributes);
    putEntry(filled + before, name, attributes.inode(), type, next + DOTS);
    filled += bytes;
    return true;
  }

  private static int recordBytes(int before, byte[] name) {
    return (before + KernelProtocol.DIRENT + name.length + Long.BYTES - 1) & -Long.BYTES;
  }

  private void putEntry(int offset, byte[] name, long inode, int type, long next) {
    call.reply
        .int64(offset, inode)
        .int64(offset + 8, next)
        .int32(offset + 16, name.length)
        .int32(offset + 20, type)
        .bytes(offset + KernelProtocol.DIRENT, name);
  }

  void releasedir() {
    long handle = request.int64(0);
    IntSupplier work = () -> handle == REMOVED ? 0 : call.fileSystem.releasedir(handle);
    if (!call.abandoned.answerLater(call.atHand, work)) {
      call.reply.status(work.getAsInt());
    }
  }

  void fsyncdir() {
    long handle = request.int64(0);
    boolean dataOnly = (request.int32(8) & KernelProtocol.FSYNC_DATA_ONLY) != 0;
    call.reply.status(
        handle == REMOVED ? 0 : call.fileSystem.fsyncdir(call.caller(), handle, dataOnly));
  }
}
