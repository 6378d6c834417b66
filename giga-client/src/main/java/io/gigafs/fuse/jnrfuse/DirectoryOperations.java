package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseFileSystem.FuseDirectory;
import io.gigafs.fuse.binding.StatModes;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import jnr.ffi.Pointer;
import jnr.ffi.Struct;
import jnr.ffi.provider.jffi.ClosureHelper;

/** Operations on open directories. */
final class DirectoryOperations {
  private static final byte[] DOT = {'.'};
  private static final byte[] DOT_DOT = {'.', '.'};
  private static final int DIRECTORY_TYPE = StatModes.DIRECTORY >> StatModes.TYPE_SHIFT;

  /** Offsets of the dot entries, which precede those of the file system. */
  private static final int DOTS = 2;

  private final Operations operations;
  private final FuseFileSystem fileSystem;

  /** The inode numbers of the open directories, by handle. */
  private final ConcurrentMap<Long, Long> inodes = new ConcurrentHashMap<>();

  /** libfuse's fill function, by its address; there is only one. */
  private final ConcurrentMap<Long, Callbacks.Fill> fillers = new ConcurrentHashMap<>(1);

  DirectoryOperations(Operations operations) {
    this.operations = operations;
    this.fileSystem = operations.fileSystem();
  }

  void fill(OperationTable table) {
    table.set(
        OperationTable.OPENDIR,
        Callbacks.OnPathAndPointer.class,
        (path, info) -> operations.serve("opendir", call -> opendir(call, path, info)));
    table.set(
        OperationTable.READDIR,
        Callbacks.OnListing.class,
        (path, buffer, filler, offset, info) ->
            operations.serve("readdir", call -> readdir(call, buffer, filler, offset, info)));
    table.set(
        OperationTable.RELEASEDIR,
        Callbacks.OnOpen.class,
        (path, info) -> operations.serve("releasedir", call -> releasedir(info)));
    table.set(
        OperationTable.FSYNCDIR,
        Callbacks.OnNumberAndInfo.class,
        (path, dataOnly, info) ->
            operations.serve("fsyncdir", call -> fsyncdir(call, dataOnly != 0, info)));
  }

  private int opendir(ThreadCall call, Pointer path, Pointer info) {
    FuseCaller caller = call.caller();
    call.opened.clear();
    int result =
        operations.ask(
            call,
            caller,
            path,
            file ->
                file.isDirectory()
                    ? fileSystem.opendir(caller, file.inode(), call.opened)
                    : -Errno.ENOTDIR);
    if (result < 0) {
      return result;
    }
    inodes.put(call.opened.handle(), call.opened.inode());
    new FileInfo(info).setHandle(call.opened.handle());
    return 0;
  }

  /** The inode number of an open directory, 0 if there is no such handle. */
  long inodeOf(long handle) {
    return inodes.getOrDefault(handle, 0L);
  }

  private int readdir(ThreadCall call, Pointer buffer, Pointer filler, long offset, Pointer info) {
    long handle = new FileInfo(info).handle();
    long inode = inodeOf(handle);
    Entries out = new Entries(call, fillerOf(filler), buffer);
    if (offset < 1 && !out.put(DOT, inode, DIRECTORY_TYPE, 1)) {
      return 0;
    }
    FuseCaller caller = call.caller();
    if (offset < DOTS) {
      long parent = fileSystem.parent(caller, inode);
      if (!out.put(DOT_DOT, parent <= 0 ? inode : parent, DIRECTORY_TYPE, DOTS)) {
        return 0;
      }
    }
    int result = fileSystem.readdir(caller, handle, Math.max(0, offset - DOTS), out);
    // The entries before a failure are returned; the next call meets the failure again.
    return result < 0 && out.isEmpty() ? result : 0;
  }

  private Callbacks.Fill fillerOf(Pointer function) {
    return fillers.computeIfAbsent(
        function.address(),
        address -> {
          ClosureHelper helper = ClosureHelper.getInstance();
          return helper
              .getNativeConveter(Callbacks.Fill.class)
              .fromNative(function, helper.getFromNativeContext());
        });
  }

  private int releasedir(Pointer info) {
    long handle = new FileInfo(info).handle();
    inodes.remove(handle);
    return fileSystem.releasedir(handle);
  }

  private int fsyncdir(ThreadCall call, boolean dataOnly, Pointer info) {
    return fileSystem.fsyncdir(call.caller(), new FileInfo(info).handle(), dataOnly);
  }

  /** Passes entries to libfuse, which copies them. */
  private static final class Entries implements FuseDirectory {
    private final ThreadCall call;
    private final Callbacks.Fill fill;
    private final Pointer buffer;
    private boolean isEmpty = true;

    Entries(ThreadCall call, Callbacks.Fill fill, Pointer buffer) {
      this.call = call;
      this.fill = fill;
      this.buffer = buffer;
    }

    boolean isEmpty() {
      return isEmpty;
    }

    /** FUSE supports attributes in listings since version 7.21, and libfuse 2.9 implements 7.19. */
    @Override
    public boolean wantsAttributes() {
      return false;
    }

    @Override
    public boolean add(byte[] name, long inode, int type, long next) {
      return put(name, inode, type, next + DOTS);
    }

    @Override
    public boolean add(byte[] name, FuseAttributes attributes, long next) {
      int type = (attributes.mode() & StatModes.TYPE) >> StatModes.TYPE_SHIFT;
      return add(name, attributes.inode(), type, next);
    }

    boolean put(byte[] name, long inode, int type, long next) {
      call.entryName.put(0, name, 0, name.length);
      call.entryName.putByte(name.length, (byte) 0);
      call.entryStat.st_ino.set(inode);
      call.entryStat.st_mode.set(type << StatModes.TYPE_SHIFT);
      boolean isPut =
          fill.call(buffer, call.entryName, Struct.getMemory(call.entryStat), next) == 0;
      isEmpty &= !isPut;
      return isPut;
    }
  }
}
