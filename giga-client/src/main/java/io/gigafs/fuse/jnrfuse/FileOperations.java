package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.OpenFlags;
import io.gigafs.fuse.binding.StatModes;
import java.nio.ByteBuffer;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Operations on open files. Reads and writes bypass the page cache: libfuse gives the kernel one
 * node for a name, even if another client replaces the file, and all open files of a node share its
 * pages.
 */
final class FileOperations {
  private static final int PAGE_BYTES = 4096;

  /** FS_IOC_GETFLAGS and FS_IOC_SETFLAGS, and the flags that they carry. */
  private static final int GET_FLAGS = 0x80086601;

  private static final int SET_FLAGS = 0x40086602;
  private static final int IMMUTABLE_FLAG = 0x10;
  private static final int APPEND_FLAG = 0x20;

  /** FS_IOC_FSGETXATTR and FS_IOC_FSSETXATTR, with a struct fsxattr, and their flags. */
  private static final int GET_EXTENDED_FLAGS = 0x801c581f;

  private static final int SET_EXTENDED_FLAGS = 0x401c5820;
  private static final int EXTENDED_IMMUTABLE_FLAG = 0x8;
  private static final int EXTENDED_APPEND_FLAG = 0x10;

  /** FUSE_IOCTL_DIR: the handle is of a directory. */
  private static final int OF_DIRECTORY = 1 << 4;

  private final Operations operations;
  private final FuseFileSystem fileSystem;
  private final OpenHandles handles;
  private final DirectoryOperations directories;
  private final int maxWriteBytes;

  /**
   * @param maxWriteBytes the largest write that the kernel sends, as libfuse configures it
   */
  FileOperations(Operations operations, DirectoryOperations directories, int maxWriteBytes) {
    this.operations = operations;
    this.fileSystem = operations.fileSystem();
    this.handles = operations.handles();
    this.directories = directories;
    this.maxWriteBytes = maxWriteBytes;
  }

  void fill(OperationTable table) {
    table.set(
        OperationTable.OPEN,
        Callbacks.OnPathAndPointer.class,
        (path, info) -> operations.serve("open", call -> open(call, path, info)));
    table.set(
        OperationTable.CREATE,
        Callbacks.OnCreate.class,
        (path, mode, info) -> operations.serve("create", call -> create(call, path, mode, info)));
    table.set(
        OperationTable.READ,
        Callbacks.OnTransfer.class,
        (path, buffer, size, offset, info) ->
            operations.serve("read", call -> read(call, buffer, size, offset, info)));
    table.set(
        OperationTable.WRITE,
        Callbacks.OnTransfer.class,
        (path, buffer, size, offset, info) ->
            operations.serve("write", call -> write(call, buffer, size, offset, info)));
    table.set(
        OperationTable.FLUSH,
        Callbacks.OnOpen.class,
        (path, info) -> operations.serve("flush", call -> flush(call, info)));
    table.set(
        OperationTable.RELEASE,
        Callbacks.OnOpen.class,
        (path, info) -> operations.serve("release", call -> release(info)));
    table.set(
        OperationTable.FSYNC,
        Callbacks.OnNumberAndInfo.class,
        (path, dataOnly, info) ->
            operations.serve("fsync", call -> fsync(call, dataOnly != 0, info)));
    table.set(
        OperationTable.FALLOCATE,
        Callbacks.OnAllocate.class,
        (path, mode, offset, length, info) ->
            operations.serve("fallocate", call -> allocate(call, mode, offset, length, info)));
    table.set(
        OperationTable.IOCTL,
        Callbacks.OnIoctl.class,
        (path, command, argument, info, flags, data) ->
            operations.serve("ioctl", call -> ioctl(call, command, info, flags, data)));
  }

  private int open(ThreadCall call, Pointer path, Pointer memory) {
    FileInfo info = new FileInfo(memory);
    FuseCaller caller = call.caller();
    int walked = operations.walk(call, caller, path);
    int result =
        walked < 0
            ? walked
            : operations.ask(
                call, caller, call.place, false, file -> open(call, caller, file, info.flags()));
    if (result >= 0) {
      opened(call, info);
      call.opened(call.opened.handle());
      operations.dropAttributes(call.header.node());
    }
    return result < 0 ? result : 0;
  }

  private int open(ThreadCall call, FuseCaller caller, FuseFile file, int flags) {
    call.opened.clear();
    int result = fileSystem.open(caller, file, flags, call.opened);
    if (result >= 0) {
      long inode = call.opened.inode();
      handles.opened(call.opened.handle(), inode == 0 ? file.inode() : inode, call.header.node());
    }
    return result;
  }

  private static void opened(ThreadCall call, FileInfo info) {
    info.setHandle(call.opened.handle());
    info.setDirect();
  }

  private int create(ThreadCall call, Pointer path, int mode, Pointer memory) {
    FileInfo info = new FileInfo(memory);
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, path);
    if (result < 0) {
      return result;
    }
    FusePathResolver.ResolvedPath place = call.place;
    call.opened.clear();
    result =
        fileSystem.create(
            caller,
            place.directory(),
            place.name(),
            mode & StatModes.PERMISSIONS,
            NameOperations.umask(call),
            info.flags(),
            call.opened,
            call.attributes.expecting(0));
    if (result < 0) {
      return result;
    }
    operations.paths().remember(place, call.attributes);
    handles.opened(call.opened.handle(), call.attributes.inode(), 0);
    opened(call, info);
    call.made();
    return 0;
  }

  private int read(ThreadCall call, Pointer out, long size, long offset, Pointer memory) {
    FileInfo info = new FileInfo(memory);
    long handle = info.handle();
    handles.nodeOf(handle, call.header.node());
    ByteBuffer into = call.data((int) size);
    int result = fileSystem.read(handle, offset, into, info.flags());
    if (result > 0) {
      call.dataAddress().transferTo(0, out, 0, result);
    }
    return result;
  }

  /** Writes. The kernel splits a longer append into several writes of the maximum size. */
  private int write(ThreadCall call, Pointer from, long size, long offset, Pointer memory) {
    FileInfo info = new FileInfo(memory);
    long handle = info.handle();
    handles.nodeOf(handle, call.header.node());
    boolean isOfPage = info.isOfPage();
    int flags = isOfPage ? info.flags() & ~OpenFlags.APPEND : info.flags();
    int killed = isOfPage ? 0 : killSetId(call, handle);
    if (killed < 0) {
      return killed;
    }
    ByteBuffer data = call.data((int) size);
    from.transferTo(0, call.dataAddress(), 0, size);
    boolean mayGoOn = (flags & OpenFlags.APPEND) != 0 && size > maxWriteBytes - PAGE_BYTES;
    return mayGoOn
        ? fileSystem.appendPart(handle, offset, data, flags)
        : fileSystem.write(handle, offset, data, flags);
  }

  /** Clears set-id bits before a user writes to a file. */
  private int killSetId(ThreadCall call, long handle) {
    long inode = handles.inodeOf(handle);
    if (!operations.setIds().mayHaveSetId(inode)) {
      return 0;
    }
    FuseFile file = FuseFile.opened(inode, handle);
    int result = operations.setIds().kill(call.caller(), file, call.attributes, call.change);
    if (result > 0) {
      operations.dropAttributes(call.header.node());
    }
    return result;
  }

  private int flush(ThreadCall call, Pointer memory) {
    FileInfo info = new FileInfo(memory);
    return fileSystem.flush(call.caller(), info.handle(), info.lockOwner());
  }

  private int release(Pointer memory) {
    return operations.close(new FileInfo(memory).handle());
  }

  private int fsync(ThreadCall call, boolean dataOnly, Pointer memory) {
    return fileSystem.fsync(call.caller(), new FileInfo(memory).handle(), dataOnly);
  }

  private int allocate(ThreadCall call, int mode, long offset, long length, Pointer memory) {
    long handle = new FileInfo(memory).handle();
    int killed = killSetId(call, handle);
    return killed < 0 ? killed : fileSystem.fallocate(call.caller(), handle, mode, offset, length);
  }

  /** Flags of a file: ioctl_iflags(2), and FS_IOC_FSGETXATTR of ioctl(2). */
  private int ioctl(ThreadCall call, int command, Pointer info, int flags, @Nullable Pointer data) {
    if (data == null) {
      return -Errno.ENOTTY;
    }
    boolean isPlain = command == GET_FLAGS || command == SET_FLAGS;
    int append = isPlain ? APPEND_FLAG : EXTENDED_APPEND_FLAG;
    int immutable = isPlain ? IMMUTABLE_FLAG : EXTENDED_IMMUTABLE_FLAG;
    FuseFile file = ofIoctl(new FileInfo(info).handle(), (flags & OF_DIRECTORY) != 0);
    return switch (command) {
      case GET_FLAGS, GET_EXTENDED_FLAGS -> getFlags(call, file, append, immutable, data);
      case SET_FLAGS, SET_EXTENDED_FLAGS -> setFlags(call, file, append, immutable, data);
      default -> -Errno.ENOTTY;
    };
  }

  private FuseFile ofIoctl(long handle, boolean isDirectory) {
    return isDirectory
        ? FuseFile.ofDirectory(directories.inodeOf(handle))
        : FuseFile.opened(handles.inodeOf(handle), handle);
  }

  private int getFlags(ThreadCall call, FuseFile file, int append, int immutable, Pointer data) {
    int result = fileSystem.getattr(call.caller(), file, call.attributes.expecting(file.inode()));
    if (result < 0) {
      return result;
    }
    int flags = call.attributes.flags();
    data.putInt(
        0,
        ((flags & FuseAttributes.APPEND_ONLY) != 0 ? append : 0)
            | ((flags & FuseAttributes.IMMUTABLE) != 0 ? immutable : 0));
    return 0;
  }

  private int setFlags(ThreadCall call, FuseFile file, int append, int immutable, Pointer data) {
    int wanted = data.getInt(0);
    if ((wanted & ~(append | immutable)) != 0) {
      return -Errno.EOPNOTSUPP;
    }
    call.change.setFlags(
        ((wanted & append) != 0 ? FuseAttributes.APPEND_ONLY : 0)
            | ((wanted & immutable) != 0 ? FuseAttributes.IMMUTABLE : 0));
    int result =
        fileSystem.setattr(
            call.caller(), file, false, call.change, call.attributes.expecting(file.inode()));
    return result < 0 ? result : 0;
  }
}
