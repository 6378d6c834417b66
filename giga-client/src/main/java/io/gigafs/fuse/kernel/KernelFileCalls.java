package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.binding.StatModes;
import java.nio.ByteBuffer;
import java.util.function.IntSupplier;

/** Requests on open files. */
final class KernelFileCalls {
  /**
   * The smallest page size of a kernel. The end of a larger page is also the end of such a page.
   */
  private static final int PAGE_BYTES = 4096;

  private final KernelCall call;
  private final KernelRequest request;

  KernelFileCalls(KernelCall call) {
    this.call = call;
    this.request = call.request;
  }

  /**
   * Opens a file by its name. If the name leads elsewhere, the kernel looks it up again, and that
   * lookup pins the file. If the kernel makes no lookup, because it cached a name that the file has
   * lost, an open handle of the file is used.
   */
  private int open(FuseFile file) {
    int result = file.isReachable() ? openBy(file) : KernelCall.noPath();
    if (KernelCall.isStale(result)
        && file.isNamed()
        && file.isOpen()
        && call.repeated.isSecondOpening(request.pid(), file.inode())) {
      result = openBy(file.withoutName());
    }
    FuseFile pinned = call.repeated.take(request.pid(), file.inode());
    if (pinned != null) {
      if (KernelCall.isStale(result)) {
        result = KernelCall.reach(pinned, this::openBy);
      }
      call.fileSystem.release(pinned.handle());
    }
    if (!KernelCall.isStale(result)) {
      call.repeated.end(request.pid());
      return result;
    }
    return call.noteReplaced(true);
  }

  private int openBy(FuseFile file) {
    call.opened.clear();
    return call.fileSystem.open(call.caller(), file, request.int32(0), call.opened);
  }

  void open() {
    int result;
    try (Nodes.Hold hold = call.nodes.hold(request.node())) {
      result = open(hold.file());
      if (result >= 0 && isOther()) {
        call.fileSystem.release(call.opened.handle());
        result = KernelCall.noPath();
      }
      if (result >= 0 && (request.int32(4) & KernelProtocol.OPEN_KILL_SUIDGID) != 0) {
        result = killSetId(call.opened.handle());
        if (result < 0) {
          call.fileSystem.release(call.opened.handle());
        }
      }
      call.replyOpened(result, false);
    }
  }

  private boolean isOther() {
    long inode = call.opened.inode();
    return inode != 0 && call.nodes.number(inode) != request.node();
  }

  void read() {
    long handle = request.int64(0);
    int size = Math.min(request.int32(16), call.reply.room());
    int result =
        call.fileSystem.read(handle, request.int64(8), call.reply.data(size), request.int32(32));
    if (result < 0) {
      call.reply.status(result);
    } else {
      call.reply.sendBytes(result);
    }
  }

  void write() {
    long handle = request.int64(0);
    int size = request.int32(16);
    if ((request.int32(20) & KernelProtocol.WRITE_KILL_SUIDGID) != 0) {
      int killed = killSetId(handle);
      if (killed < 0) {
        call.reply.status(killed);
        return;
      }
    }
    ByteBuffer from = request.behind(KernelProtocol.WRITE_IN).data(size);
    boolean isOfPages = (request.int32(20) & KernelProtocol.WRITE_CACHE) != 0;
    int flags = isOfPages ? request.int32(32) & ~OpenFlags.APPEND : request.int32(32);
    long offset = request.int64(8);
    int result =
        mayGoOn(handle, flags, offset + size)
            ? call.fileSystem.appendPart(handle, offset, from, flags)
            : call.fileSystem.write(handle, offset, from, flags);
    if (result < 0) {
      call.reply.status(result);
    } else {
      if (!isOfPages) {
        dropOldPages(handle, flags, result);
      }
      call.reply.int32(0, result).int32(4, 0).sendBytes(8);
    }
  }

  /** Whether a request may be only the first part of an append that the kernel split. */
  private boolean mayGoOn(long handle, int flags, long end) {
    return (flags & OpenFlags.APPEND) != 0
        && end % PAGE_BYTES == 0
        && !call.nodes.isWrittenDirectly(request.node(), handle);
  }

  /**
   * Drops the kernel's pages of a range that is written past the page cache. The kernel drops them
   * before it sends the write, but other readers may have filled them since. Must not be called for
   * writes of such pages, whatever handle the kernel sends with them, since it would wait for this
   * very answer.
   */
  private void dropOldPages(long handle, int flags, int length) {
    if (call.nodes.isWrittenBesidePages(request.node(), handle)) {
      if ((flags & OpenFlags.APPEND) == 0) {
        call.notifier.invalidatePages(request.node(), request.int64(8), length);
      } else {
        call.notifier.invalidatePages(request.node(), 0, 0); // only the file system knows where
      }
    }
  }

  /** Clears set-id bits before a user writes to a file, as the kernel requests. */
  private int killSetId(long handle) {
    long node = request.node();
    if (!call.nodes.mayHaveSetId(node)) {
      return 0;
    }
    FuseAttributes out = call.attributesOf(node);
    FuseFile file = FuseFile.opened(call.nodes.number(node), handle);
    int result = call.fileSystem.getattr(call.root(), file, out);
    int left = StatModes.withoutSetId(call.attributes, call.caller());
    if (result >= 0 && left != call.attributes.mode()) {
      call.change.setMode(left & StatModes.PERMISSIONS);
      result = call.fileSystem.setattr(call.root(), file, false, call.change, out);
    }
    if (result >= 0) {
      call.nodes.seen(call.attributes);
      call.notifier.dropAttributes(node); // replies to write and open carry no mode
    }
    return result;
  }

  void flush() {
    FuseCaller caller = call.caller();
    long handle = request.int64(0);
    long lockOwner = request.int64(16);
    answerInOrder(() -> call.fileSystem.flush(caller, handle, lockOwner));
  }

  void release() {
    long handle = request.int64(0);
    long node = request.node();
    answerInOrder(
        () -> {
          call.nodes.closed(node, handle);
          return call.fileSystem.release(handle);
        });
  }

  private void answerInOrder(IntSupplier work) {
    if (!call.abandoned.answerLater(call.atHand, work)) {
      call.reply.status(work.getAsInt());
    }
  }

  void fsync() {
    call.reply.status(
        call.fileSystem.fsync(
            call.caller(),
            request.int64(0),
            (request.int32(8) & KernelProtocol.FSYNC_DATA_ONLY) != 0));
  }

  void fallocate() {
    long handle = request.int64(0);
    // fallocate(2) counts as a write, though the kernel does not request this.
    int killed = request.uid() == 0 ? 0 : killSetId(handle);
    call.reply.status(
        killed < 0
            ? killed
            : call.fileSystem.fallocate(
                call.caller(), handle, request.int32(24), request.int64(8), request.int64(16)));
  }

  /**
   * lseek(2). Data that was stored through mappings is written back first, so that it counts as
   * data.
   */
  void lseek() {
    call.writeStored(request.int64(0));
    long result =
        call.fileSystem.seek(call.caller(), request.int64(0), request.int64(8), request.int32(16));
    if (result < 0) {
      call.reply.status((int) result);
    } else {
      call.reply.int64(0, result).sendBytes(8);
    }
  }
}
