package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.Nodes;
import io.gigafs.fuse.binding.StatModes;
import io.gigafs.time.FileTimestamp;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToIntFunction;

/** Requests on a file's attributes, also extended ones, and on the file system as a whole. */
final class AttributeCalls {
  private static final int SETXATTR_IN = 8;
  private static final int GETXATTR_IN = 8;
  private static final int MAX_XATTR_BYTES = 1 << 16;
  private static final int MAX_TARGET_BYTES = 4095;

  /** fh 8, flags 4, cmd 4, arg 8, in_size 4, out_size 4. */
  private static final int IOCTL_IN = 32;

  /** result 4, flags 4, in_iovs 4, out_iovs 4. */
  private static final int IOCTL_OUT = 16;

  /** FS_IOC_GETFLAGS and FS_IOC_SETFLAGS, and the flags that they carry. */
  private static final int GET_FLAGS = 0x80086601;

  private static final int SET_FLAGS = 0x40086602;
  private static final int IMMUTABLE_FLAG = 0x10;
  private static final int APPEND_FLAG = 0x20;

  /** AT_STATX_FORCE_SYNC of statx(2). */
  private static final int FORCE_SYNC = 0x2000;

  /** FS_IOC_FSGETXATTR and FS_IOC_FSSETXATTR, with a struct fsxattr, and their flags. */
  private static final int GET_EXTENDED_FLAGS = 0x801c581f;

  private static final int SET_EXTENDED_FLAGS = 0x401c5820;
  private static final int EXTENDED_FLAGS_BYTES = 28;
  private static final int EXTENDED_IMMUTABLE_FLAG = 0x8;
  private static final int EXTENDED_APPEND_FLAG = 0x10;

  /**
   * The capabilities of a program. The kernel prevents users from removing them; a removal on
   * behalf of a user is the kernel's own, before the user writes to the file or changes its owner.
   */
  private static final byte[] CAPABILITY =
      "security.capability".getBytes(StandardCharsets.US_ASCII);

  /**
   * The access list, which the kernel reads to check permissions. Once it is removed, the mode is
   * sufficient.
   */
  private static final byte[] ACCESS_LIST =
      "system.posix_acl_access".getBytes(StandardCharsets.US_ASCII);

  private final KernelCall call;
  private final KernelRequest request;

  AttributeCalls(KernelCall call) {
    this.call = call;
    this.request = call.request;
  }

  /**
   * Queries the request's file, by a handle alone once its name leads elsewhere.
   *
   * @param handle the one that the caller gave, or NO_HANDLE
   */
  private int ask(long handle, ToIntFunction<FuseFile> asking) {
    while (true) {
      try (Nodes.Hold hold = call.nodes.hold(request.node())) {
        FuseFile file = hold.file().with(handle);
        int result = ask(file, asking);
        boolean isByName = handle == FuseFileSystem.NO_HANDLE;
        boolean isBorrowed = isByName && file.isOpen();
        if (result != -Errno.EBADF || !isBorrowed || isOpen(file.handle())) {
          return isByName && !file.isDirectory() ? call.byPin(file, result, asking) : result;
        }
        // The handle was closed meanwhile: there may be another, or a name.
      }
    }
  }

  private boolean isOpen(long handle) {
    return call.nodes.isOpen(request.node(), handle);
  }

  private int ask(FuseFile file, ToIntFunction<FuseFile> asking) {
    if (!file.isReachable()) {
      return KernelCall.noPath();
    }
    int result = asking.applyAsInt(file);
    if (result == -Errno.ENOENT || result == -Errno.ESTALE) {
      return file.isNamed() && file.isOpen()
          ? asking.applyAsInt(file.withoutName())
          : KernelCall.noPath();
    }
    return result;
  }

  void getattr() {
    replyAttributes(attributes(this::getattr));
  }

  /** The same, with the creation time. */
  void statx() {
    boolean isForced = (request.int32(16) & FORCE_SYNC) != 0;
    int result = attributes(isForced ? this::getattr : this::getRecentAttributes);
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    call.nodes.seen(call.attributes);
    call.reply
        .extendedAttributes(call.attributes)
        .sendBytes(KernelProtocol.STATX_OUT + KernelProtocol.STATX_BYTES);
  }

  private int attributes(ToIntFunction<FuseFile> asking) {
    boolean byHandle = (request.int32(0) & KernelProtocol.GETATTR_FH) != 0;
    int result = ask(byHandle ? request.int64(8) : FuseFileSystem.NO_HANDLE, asking);
    boolean removed =
        result == KernelCall.noPath() && call.nodes.fillRemoved(request.node(), call.attributes);
    return removed ? 0 : result;
  }

  private int getattr(FuseFile file) {
    FuseAttributes out = call.attributesOf(request.node());
    return ofSame(call.fileSystem.getattr(call.caller(), file, out));
  }

  private int getRecentAttributes(FuseFile file) {
    FuseAttributes out = call.attributesOf(request.node());
    return ofSame(call.fileSystem.getRecentAttributes(call.caller(), file, out));
  }

  private int ofSame(int result) {
    return result >= 0 && call.isOther(request.node()) ? -Errno.ESTALE : result;
  }

  private void replyAttributes(int result) {
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    call.nodes.seen(call.attributes);
    call.reply
        .timedAttributes(0, call.attributes)
        .sendBytes(KernelProtocol.ATTR_OUT + KernelProtocol.ATTR);
  }

  void setattr() {
    int valid = request.int32(0);
    if (!canKeep(valid, KernelProtocol.FATTR_ATIME, 32)
        || !canKeep(valid, KernelProtocol.FATTR_MTIME, 40)) {
      call.reply.status(-Errno.EINVAL);
      return;
    }
    boolean byHandle = (valid & KernelProtocol.FATTR_FH) != 0;
    call.change.set(
        valid & KernelProtocol.FATTR_KNOWN,
        request.int32(68),
        request.int32(76),
        request.int32(80),
        request.int64(16),
        timeOf(valid, KernelProtocol.FATTR_ATIME, 32, 56),
        timeOf(valid, KernelProtocol.FATTR_MTIME, 40, 60));
    long given = byHandle ? request.int64(8) : FuseFileSystem.NO_HANDLE;
    int result = ask(given, file -> setattr(call.caller(), file, byHandle));
    if (result >= 0 && (valid & KernelProtocol.FATTR_KILL_SUIDGID) != 0) {
      result = killSetId(given);
    }
    endIfDone(result);
    replyAttributes(result);
  }

  /**
   * Ends the retry of a thread after a call that changed a file: the next call must look the name
   * up again.
   */
  private void endIfDone(int result) {
    if (result >= 0) {
      call.repeated.end(request.pid());
    }
  }

  /** Flags of a file: ioctl_iflags(2), and FS_IOC_FSGETXATTR of ioctl(2). */
  void ioctl() {
    int command = request.int32(12);
    switch (command) {
      case GET_FLAGS, GET_EXTENDED_FLAGS -> getFlags(command == GET_FLAGS);
      case SET_FLAGS, SET_EXTENDED_FLAGS -> setFlags(command == SET_FLAGS);
      default -> call.reply.status(-Errno.ENOTTY);
    }
  }

  private void getFlags(boolean isPlain) {
    int result = ask(FuseFileSystem.NO_HANDLE, this::getattr);
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    int append = isPlain ? APPEND_FLAG : EXTENDED_APPEND_FLAG;
    int immutable = isPlain ? IMMUTABLE_FLAG : EXTENDED_IMMUTABLE_FLAG;
    int flags = call.attributes.flags();
    int bytes = isPlain ? Integer.BYTES : EXTENDED_FLAGS_BYTES;
    for (int offset = 0; offset < IOCTL_OUT + bytes; offset += Integer.BYTES) {
      call.reply.int32(offset, 0);
    }
    call.reply
        .int32(
            IOCTL_OUT,
            ((flags & FuseAttributes.APPEND_ONLY) != 0 ? append : 0)
                | ((flags & FuseAttributes.IMMUTABLE) != 0 ? immutable : 0))
        .sendBytes(IOCTL_OUT + bytes);
  }

  private void setFlags(boolean isPlain) {
    int append = isPlain ? APPEND_FLAG : EXTENDED_APPEND_FLAG;
    int immutable = isPlain ? IMMUTABLE_FLAG : EXTENDED_IMMUTABLE_FLAG;
    int wanted = request.int32(IOCTL_IN);
    if ((wanted & ~(append | immutable)) != 0) {
      call.reply.status(-Errno.EOPNOTSUPP);
      return;
    }
    call.change.setFlags(
        ((wanted & append) != 0 ? FuseAttributes.APPEND_ONLY : 0)
            | ((wanted & immutable) != 0 ? FuseAttributes.IMMUTABLE : 0));
    int result = ask(FuseFileSystem.NO_HANDLE, file -> setattr(call.caller(), file, false));
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    for (int offset = 0; offset < IOCTL_OUT; offset += Integer.BYTES) {
      call.reply.int32(offset, 0);
    }
    call.reply.sendBytes(IOCTL_OUT);
  }

  /** Whether a time, if it is given, is in the range that files can store. */
  private boolean canKeep(int valid, int bit, int offset) {
    return (valid & bit) == 0 || FileTimestamp.canKeep(request.int64(offset));
  }

  private long timeOf(int valid, int bit, int seconds, int nanos) {
    return (valid & bit) == 0
        ? 0
        : FileTimestamp.of(request.int64(seconds), Integer.toUnsignedLong(request.int32(nanos)));
  }

  private int setattr(FuseCaller caller, FuseFile file, boolean byHandle) {
    boolean setsModified = call.change.modified() != FuseChange.Time.OMIT;
    if (setsModified && file.isOpen() && !call.change.hasSize()) {
      // If these pages were written later, that would count as a later change. For a truncation the
      // kernel itself holds writes back.
      call.writeStored(file.handle());
    }
    FuseAttributes out = call.attributesOf(request.node());
    return call.fileSystem.setattr(caller, file, byHandle, call.change, out);
  }

  /** Clears set-id bits that remain after a change, as a write by a user does. */
  private int killSetId(long given) {
    int left = StatModes.withoutSetId(call.attributes, call.caller());
    if (left == call.attributes.mode()) {
      return 0;
    }
    call.change.setMode(left & StatModes.PERMISSIONS);
    return ask(given, file -> setattr(call.root(), file, false));
  }

  void access() {
    int mask = request.int32(0);
    call.reply.status(
        ask(FuseFileSystem.NO_HANDLE, file -> call.fileSystem.access(call.caller(), file, mask)));
  }

  void readlink() {
    ByteBuffer into = call.reply.data(MAX_TARGET_BYTES);
    try (Nodes.Hold hold = call.nodes.hold(request.node())) {
      FuseFile file = hold.file();
      int result =
          file.isNamed()
              ? call.fileSystem.readlink(call.caller(), file, into)
              : KernelCall.noPath();
      if (result < 0) {
        call.reply.status(result);
      } else {
        call.reply.sendBytes(into.position() - KernelProtocol.OUT_HEADER);
      }
    }
  }

  void setxattr() {
    int bytes = request.int32(0);
    int flags = request.int32(4);
    byte[] name = request.behind(SETXATTR_IN).text();
    byte[] value = new byte[bytes];
    request.data(bytes).get(value);
    int result =
        ask(
            FuseFileSystem.NO_HANDLE,
            file -> call.fileSystem.setxattr(call.caller(), file, name, value, flags));
    endIfDone(result);
    dropOldMode(name);
    call.reply.status(result);
  }

  /** Drops the cached mode, which an access list changes, since the reply does not carry it. */
  private void dropOldMode(byte[] xattr) {
    if (Arrays.equals(xattr, ACCESS_LIST)) {
      call.notifier.dropAttributes(request.node());
    }
  }

  void getxattr() {
    byte[] name = request.behind(GETXATTR_IN).text();
    int result =
        ask(
            FuseFileSystem.NO_HANDLE,
            file ->
                call.fileSystem.getxattr(
                    call.caller(), file, name, call.reply.data(MAX_XATTR_BYTES)));
    boolean removed =
        result == KernelCall.noPath()
            && Arrays.equals(name, ACCESS_LIST)
            && call.nodes.fillRemoved(request.node(), call.attributes);
    replyXattr(removed ? -Errno.ENODATA : result);
  }

  void listxattr() {
    replyXattr(
        ask(
            FuseFileSystem.NO_HANDLE,
            file ->
                call.fileSystem.listxattr(call.caller(), file, call.reply.data(MAX_XATTR_BYTES))));
  }

  /** Replies with the value, or its size if only that was asked for, or that it is too large. */
  private void replyXattr(int result) {
    int asked = request.int32(0);
    int bytes = call.reply.written();
    if (result < 0) {
      call.reply.status(result);
    } else if (asked == 0) {
      call.reply.int32(0, bytes).int32(4, 0).sendBytes(8);
    } else if (bytes > asked) {
      call.reply.status(-Errno.ERANGE);
    } else {
      call.reply.sendBytes(bytes);
    }
  }

  void removexattr() {
    byte[] name = request.text();
    boolean isDropped = request.uid() != 0 && Arrays.equals(name, CAPABILITY);
    FuseCaller caller = isDropped ? call.root() : call.caller();
    int result =
        ask(FuseFileSystem.NO_HANDLE, file -> call.fileSystem.removexattr(caller, file, name));
    dropOldMode(name);
    call.reply.status(isDropped && result == -Errno.ENODATA ? 0 : result);
  }

  void statfs() {
    int result = call.fileSystem.statfs(call.caller(), call.space);
    if (result < 0) {
      call.reply.status(result);
    } else {
      call.reply.sendBytes(call.reply.space(call.space));
    }
  }
}
