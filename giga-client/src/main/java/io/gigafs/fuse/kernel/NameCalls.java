package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.binding.StatModes;

/** Requests on names: lookup, create, remove, rename. */
final class NameCalls {
  private static final int MKNOD_IN = 16;
  private static final int MKDIR_IN = 8;
  private static final int RENAME_IN = 8;
  private static final int RENAME2_IN = 16;
  private static final int LINK_IN = 8;
  private static final int CREATE_IN = 16;
  private static final int EXCHANGE = 2;

  /** A file that is replaced this often between lookup and open is not pinned. */
  private static final int MAX_PIN_TRIES = 16;

  private final KernelCall call;
  private final KernelRequest request;

  NameCalls(KernelCall call) {
    this.call = call;
    this.request = call.request;
  }

  private long directory() {
    return call.nodes.number(request.node());
  }

  void lookup() {
    byte[] name = request.text();
    if (call.failedLookups.isRepeated(request.pid(), request.node(), name)) {
      call.reply.status(-Errno.EIO);
      return;
    }
    long beganNanos = call.failedLookups.now();
    int result = lookup(name);
    if (result == -Errno.EIO) {
      call.failedLookups.note(request.pid(), request.node(), name, beganNanos);
    }
    if (call.repeated.isRepeated(request.pid(), directory(), name)) {
      if (result >= 0) {
        result = pin(name);
      } else {
        call.repeated.end(request.pid());
      }
    }
    long negativeNanos = call.settings.negativeTimeoutNanos();
    if (result == -Errno.ENOENT && negativeNanos > 0) {
      call.reply
          .noEntry(0, negativeNanos)
          .sendBytes(KernelProtocol.ENTRY_OUT + KernelProtocol.ATTR);
    } else {
      call.replyEntry(request.node(), name, result);
    }
  }

  private int lookup(byte[] name) {
    return call.fileSystem.lookup(call.caller(), directory(), name, call.anyAttributes());
  }

  /**
   * Opens the file that was looked up, so that the kernel can open it even if it is replaced
   * meanwhile.
   */
  private int pin(byte[] name) {
    for (int tries = 0; tries < MAX_PIN_TRIES; tries++) {
      if ((call.attributes.mode() & StatModes.TYPE) != StatModes.REGULAR) {
        return 0;
      }
      long inode = call.attributes.inode();
      FuseFile file = FuseFile.named(inode, directory(), name, FuseFileSystem.NO_HANDLE);
      call.opened.clear();
      int opened =
          call.fileSystem.open(
              call.root(), file, OpenFlags.READ_ONLY | OpenFlags.NO_ACCESS_TIME, call.opened);
      if (opened >= 0) {
        call.repeated.pin(request.pid(), inode, call.opened.handle());
        return 0;
      }
      if (!KernelCall.isStale(opened)) {
        return 0; // the open itself will report the failure
      }
      int result = lookup(name);
      if (result < 0) {
        return result;
      }
    }
    return 0;
  }

  void mknod() {
    byte[] name = request.behind(MKNOD_IN).text();
    long device = Integer.toUnsignedLong(request.int32(4));
    int result =
        call.fileSystem.mknod(
            call.caller(),
            directory(),
            name,
            request.int32(0),
            request.int32(8),
            device,
            call.anyAttributes());
    call.replyEntry(request.node(), name, result);
  }

  void mkdir() {
    byte[] name = request.behind(MKDIR_IN).text();
    int mode = request.int32(0) & StatModes.PERMISSIONS;
    int result =
        call.fileSystem.mkdir(
            call.caller(), directory(), name, mode, request.int32(4), call.anyAttributes());
    call.replyEntry(request.node(), name, result);
  }

  void symlink() {
    byte[] name = request.text();
    byte[] target = request.text();
    int result =
        call.fileSystem.symlink(call.caller(), target, directory(), name, call.anyAttributes());
    call.replyEntry(request.node(), name, result);
  }

  void create() {
    byte[] name = request.behind(CREATE_IN).text();
    int mode = request.int32(4) & StatModes.PERMISSIONS;
    call.opened.clear();
    int result =
        call.fileSystem.create(
            call.caller(),
            directory(),
            name,
            mode,
            request.int32(8),
            request.int32(0),
            call.opened,
            call.anyAttributes());
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    call.remember(request.node(), name);
    replyCreated();
  }

  /** Creates a file without a name. The kernel also sends a name, "/", which is ignored. */
  void createNameless() {
    call.opened.clear();
    int result =
        call.fileSystem.createNameless(
            call.caller(),
            directory(),
            request.int32(4) & StatModes.PERMISSIONS,
            request.int32(8),
            request.int32(0),
            call.opened,
            call.anyAttributes());
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    call.nodes.rememberNameless(call.attributes);
    replyCreated();
  }

  private void replyCreated() {
    long node = call.nodes.number(call.attributes.inode());
    call.noteOpened(node);
    call.putEntry();
    call.reply.opened(KernelProtocol.ENTRY_OUT + KernelProtocol.ATTR, call.opened);
    if (!call.reply.sendBytes(
        KernelProtocol.ENTRY_OUT + KernelProtocol.ATTR + KernelProtocol.OPEN_OUT)) {
      call.giveUp(node, false);
      call.nodes.forget(node, 1);
    }
  }

  void unlink() {
    byte[] name = request.text();
    int result;
    Nodes.Hold hold = call.nodes.holdName(request.node(), name);
    try {
      result = call.fileSystem.unlink(call.caller(), directory(), name);
      if (result >= 0) {
        call.nodes.unlinked(request.node(), name);
      }
    } finally {
      hold.close();
    }
    call.reply.status(result);
  }

  /**
   * Removes a directory. The kernel then considers the directory dead that it knows by this name,
   * which may be another one that was moved since. So the name must still lead to that one;
   * otherwise the kernel looks it up again.
   */
  void rmdir() {
    byte[] name = request.text();
    long expected = call.nodes.directoryAt(request.node(), name);
    int result = call.fileSystem.rmdir(call.caller(), directory(), name, expected);
    if (result >= 0) {
      call.nodes.unlinked(request.node(), name);
    }
    call.reply.status(result);
  }

  void rename() {
    rename(request.int64(0), 0, RENAME_IN);
  }

  void rename2() {
    rename(request.int64(0), request.int32(8), RENAME2_IN);
  }

  private void rename(long to, int flags, int structure) {
    long from = request.node();
    byte[] name = request.behind(structure).text();
    byte[] newName = request.text();
    int result;
    Nodes.Hold hold = call.nodes.holdNames(from, name, to, newName);
    try {
      result =
          call.fileSystem.rename(
              call.caller(), directory(), name, call.nodes.number(to), newName, flags);
      if (result >= 0 && (flags & EXCHANGE) != 0) {
        call.nodes.exchanged(from, name, to, newName);
      } else if (result >= 0) {
        call.nodes.renamed(from, name, to, newName);
      }
    } finally {
      hold.close();
    }
    call.reply.status(result);
  }

  void link() {
    byte[] name = request.behind(LINK_IN).text();
    long node = request.int64(0);
    try (Nodes.Hold hold = call.nodes.hold(node)) {
      FuseFile file = hold.file();
      int result = file.isReachable() ? link(file, name, node) : -Errno.ENOENT;
      if (KernelCall.isStale(result)) {
        result = linkReplaced(file, name, node, result);
      } else {
        call.repeated.end(request.pid());
      }
      call.replyEntry(request.node(), name, result);
    }
  }

  /**
   * Handles a link whose source may have lost its name to another file. A further lookup finds the
   * file, as with an open: see {@link RepeatedOpenings}.
   */
  private int linkReplaced(FuseFile file, byte[] name, long node, int result) {
    int thread = request.pid();
    if (call.repeated.isSecondOpening(thread, file.inode())) {
      call.repeated.end(thread);
      return file.isNamed() && file.isOpen() ? link(file.withoutName(), name, node) : result;
    }
    FuseFile pinned = call.repeated.take(thread, file.inode());
    if (pinned == null) {
      return thread == 0 ? result : call.noteReplaced(true);
    }
    int linked = KernelCall.reach(pinned, found -> link(found, name, node));
    call.fileSystem.release(pinned.handle());
    call.repeated.end(thread);
    return linked;
  }

  private int link(FuseFile file, byte[] name, long node) {
    return call.fileSystem.link(call.caller(), file, directory(), name, call.attributesOf(node));
  }
}
