package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseChange;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseSpace;
import io.gigafs.fuse.binding.StatModes;
import io.gigafs.fuse.kernel.FailedLookups;
import io.gigafs.time.FileTimestamp;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.ToIntFunction;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;
import ru.serce.jnrfuse.struct.FileStat;
import ru.serce.jnrfuse.struct.Statvfs;
import ru.serce.jnrfuse.struct.Timespec;

/** Operations on a file's attributes, also extended ones, and on the file system as a whole. */
final class AttributeOperations {
  private static final int MAX_XATTR_BYTES = 1 << 16;
  private static final int MAX_TARGET_BYTES = 4095;
  private static final int BLOCK_BYTES = 4096;
  private static final int MAX_NAME_BYTES = 255;
  private static final byte[] CAPABILITY =
      "security.capability".getBytes(StandardCharsets.US_ASCII);
  private static final long UTIME_NOW = (1L << 30) - 1;
  private static final long UTIME_OMIT = (1L << 30) - 2;

  private final Operations operations;
  private final FuseFileSystem fileSystem;
  private final FailedLookups failedLookups = new FailedLookups(System::nanoTime);

  AttributeOperations(Operations operations) {
    this.operations = operations;
    this.fileSystem = operations.fileSystem();
  }

  void fill(OperationTable table) {
    table.set(
        OperationTable.GETATTR,
        Callbacks.OnPathAndPointer.class,
        (path, stat) -> operations.serve("getattr", call -> getattr(call, path, stat)));
    table.set(
        OperationTable.FGETATTR,
        Callbacks.OnAttributesOfOpen.class,
        (path, stat, info) -> operations.serve("fgetattr", call -> fgetattr(call, stat, info)));
    table.set(
        OperationTable.CHMOD,
        Callbacks.OnPathAndMode.class,
        (path, mode) -> operations.serve("chmod", call -> chmod(call, path, mode)));
    table.set(
        OperationTable.CHOWN,
        Callbacks.OnOwner.class,
        (path, uid, gid) -> operations.serve("chown", call -> chown(call, path, uid, gid)));
    table.set(
        OperationTable.TRUNCATE,
        Callbacks.OnSize.class,
        (path, size) -> operations.serve("truncate", call -> truncate(call, path, size)));
    table.set(
        OperationTable.FTRUNCATE,
        Callbacks.OnSizeOfOpen.class,
        (path, size, info) -> operations.serve("ftruncate", call -> ftruncate(call, size, info)));
    table.set(
        OperationTable.UTIMENS,
        Callbacks.OnPathAndPointer.class,
        (path, times) -> operations.serve("utimens", call -> utimens(call, path, times)));
    table.set(
        OperationTable.ACCESS,
        Callbacks.OnPathAndMode.class,
        (path, mask) -> operations.serve("access", call -> access(call, path, mask)));
    table.set(
        OperationTable.READLINK,
        Callbacks.OnBuffer.class,
        (path, buffer, size) ->
            operations.serve("readlink", call -> readlink(call, path, buffer, size)));
    table.set(
        OperationTable.STATFS,
        Callbacks.OnPathAndPointer.class,
        (path, out) -> operations.serve("statfs", call -> statfs(call, out)));
    fillExtended(table);
  }

  private void fillExtended(OperationTable table) {
    table.set(
        OperationTable.SETXATTR,
        Callbacks.OnSetXattr.class,
        (path, name, value, size, flags) ->
            operations.serve("setxattr", call -> setxattr(call, path, name, value, size, flags)));
    table.set(
        OperationTable.GETXATTR,
        Callbacks.OnGetXattr.class,
        (path, name, value, size) ->
            operations.serve("getxattr", call -> getxattr(call, path, name, value, size)));
    table.set(
        OperationTable.LISTXATTR,
        Callbacks.OnBuffer.class,
        (path, names, size) ->
            operations.serve("listxattr", call -> listxattr(call, path, names, size)));
    table.set(
        OperationTable.REMOVEXATTR,
        Callbacks.OnPathAndPointer.class,
        (path, name) -> operations.serve("removexattr", call -> removexattr(call, path, name)));
  }

  private int getattr(ThreadCall call, Pointer path, Pointer stat) {
    if (call.takeMade()) {
      return fill(call, stat);
    }
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, path);
    if (result < 0) {
      return result;
    }
    FusePathResolver.ResolvedPath place = call.place;
    if (call.header.isOfName() && !place.isRoot() && operations.handles().hidden(place) == null) {
      result = lookup(call, caller, place);
      if (result >= 0 && call.attributes.isPassing()) {
        FuseFile directory = FuseFile.ofDirectory(call.attributes.inode());
        result = ofSame(call, caller, directory);
      }
    } else if (call.header.changesNothing()) {
      call.change.setOwner(-1, -1); // which libfuse does not report
      result = operations.ask(call, caller, place, true, file -> set(call, caller, file, false));
    } else {
      result = operations.ask(call, caller, place, true, file -> ofSame(call, caller, file));
    }
    if (result < 0) {
      return result;
    }
    fill(call, stat);
    if (call.attributes.links() > 0 && operations.handles().hidden(place) != null) {
      call.stat.st_nlink.set(call.attributes.links() + 1); // libfuse removes the hidden name
    }
    return 0;
  }

  /**
   * Looks a name up, except if the lookup repeats one of the same system call that has just failed.
   */
  private int lookup(ThreadCall call, FuseCaller caller, FusePathResolver.ResolvedPath place) {
    if (call.header.opcode() != RequestHeader.LOOKUP) {
      return operations.paths().lookup(caller, place, call.attributes);
    }
    if (failedLookups.isRepeated(caller.pid(), place.directory(), place.name())) {
      return -Errno.EIO;
    }
    long beganNanos = failedLookups.now();
    int result = operations.paths().lookup(caller, place, call.attributes);
    if (result == -Errno.EIO) {
      failedLookups.note(caller.pid(), place.directory(), place.name(), beganNanos);
    }
    return result;
  }

  private int ofSame(ThreadCall call, FuseCaller caller, FuseFile file) {
    FuseAttributes out = call.attributes.expecting(file.inode());
    int result = fileSystem.getattr(caller, file, out);
    return result >= 0 && out.inode() != file.inode() ? -Errno.ESTALE : result;
  }

  private int fgetattr(ThreadCall call, Pointer stat, Pointer info) {
    if (call.takeMade()) {
      return fill(call, stat);
    }
    FuseFile file = open(call, info);
    int result = ofSame(call, call.caller(), file);
    return result < 0 ? result : fill(call, stat);
  }

  private FuseFile open(ThreadCall call, Pointer info) {
    long handle = new FileInfo(info).handle();
    operations.handles().nodeOf(handle, call.header.node());
    return FuseFile.opened(operations.handles().inodeOf(handle), handle);
  }

  private int fill(ThreadCall call, Pointer memory) {
    FuseAttributes from = call.attributes;
    operations.setIds().seen(from);
    FileStat stat = call.stat;
    stat.useMemory(memory);
    stat.st_ino.set(from.inode());
    stat.st_mode.set(from.mode());
    stat.st_nlink.set(from.links());
    stat.st_uid.set(Integer.toUnsignedLong(from.uid()));
    stat.st_gid.set(Integer.toUnsignedLong(from.gid()));
    stat.st_rdev.set(from.device());
    stat.st_size.set(from.size());
    stat.st_blksize.set(BLOCK_BYTES);
    stat.st_blocks.set(from.sectors());
    time(stat.st_atim, from.accessedNanos());
    time(stat.st_mtim, from.modifiedNanos());
    time(stat.st_ctim, from.changedNanos());
    if (stat.st_birthtime != null && from.isBorn()) {
      time(stat.st_birthtime, from.bornNanos());
    }
    return 0;
  }

  private static void time(Timespec out, long nanos) {
    out.tv_sec.set(FileTimestamp.seconds(nanos));
    out.tv_nsec.set(FileTimestamp.nanos(nanos));
  }

  private int set(ThreadCall call, Pointer path) {
    FuseCaller caller = call.caller();
    return operations.ask(call, caller, path, file -> set(call, caller, file, false));
  }

  private int set(ThreadCall call, FuseCaller caller, FuseFile file, boolean byHandle) {
    if (call.change.modified() != FuseChange.Time.OMIT && file.isOpen()) {
      operations.writeStored(file.handle()); // a later write would count as a later change
    }
    FuseAttributes out = call.attributes.expecting(file.inode());
    int result = fileSystem.setattr(caller, file, byHandle, call.change, out);
    if (result >= 0 && out.inode() == file.inode()) {
      call.made();
    }
    return result;
  }

  /**
   * Ignores changes of mode by the kernel, with which it clears set-id bits: the file system clears
   * them itself, also for users who may not change the mode.
   */
  private int chmod(ThreadCall call, Pointer path, int mode) {
    if (call.header.isModeOfKernel()) {
      return 0;
    }
    call.change.setMode(mode & StatModes.PERMISSIONS);
    return set(call, path);
  }

  private int chown(ThreadCall call, Pointer path, int uid, int gid) {
    call.change.setOwner(uid, gid);
    return set(call, path);
  }

  private int truncate(ThreadCall call, Pointer path, long size) {
    call.change.setSize(size);
    return set(call, path);
  }

  private int ftruncate(ThreadCall call, long size, Pointer info) {
    call.change.setSize(size);
    return set(call, call.caller(), open(call, info), true);
  }

  private int utimens(ThreadCall call, Pointer path, Pointer times) {
    Timespec accessed = Timespec.of(times);
    Timespec modified = Timespec.of(times.slice(jnr.ffi.Struct.size(accessed)));
    if (!canKeep(accessed) || !canKeep(modified)) {
      return -Errno.EINVAL;
    }
    call.change.setTimes(kind(accessed), nanos(accessed), kind(modified), nanos(modified));
    return set(call, path);
  }

  private static FuseChange.Time kind(Timespec time) {
    long nanos = time.tv_nsec.longValue();
    if (nanos == UTIME_NOW) {
      return FuseChange.Time.NOW;
    }
    return nanos == UTIME_OMIT ? FuseChange.Time.OMIT : FuseChange.Time.GIVEN;
  }

  private static boolean canKeep(Timespec time) {
    return kind(time) != FuseChange.Time.GIVEN || FileTimestamp.canKeep(time.tv_sec.get());
  }

  private static long nanos(Timespec time) {
    return kind(time) == FuseChange.Time.GIVEN
        ? FileTimestamp.of(time.tv_sec.get(), time.tv_nsec.longValue())
        : 0;
  }

  private int access(ThreadCall call, Pointer path, int mask) {
    FuseCaller caller = call.caller();
    return operations.ask(call, caller, path, file -> fileSystem.access(caller, file, mask));
  }

  private int readlink(ThreadCall call, Pointer path, @Nullable Pointer out, long size) {
    if (out == null || size < 1) {
      return -Errno.EINVAL;
    }
    FuseCaller caller = call.caller();
    int result =
        operations.ask(
            call,
            caller,
            path,
            file ->
                file.isNamed()
                    ? fileSystem.readlink(caller, file, call.data(MAX_TARGET_BYTES))
                    : -Errno.EINVAL);
    if (result < 0) {
      return result;
    }
    long bytes = Math.min(call.filled().position(), size - 1);
    call.dataAddress().transferTo(0, out, 0, bytes);
    out.putByte(bytes, (byte) 0);
    return 0;
  }

  private int setxattr(
      ThreadCall call, Pointer path, Pointer name, @Nullable Pointer value, long size, int flags) {
    byte[] text = ThreadCall.bytes(name);
    byte[] bytes = new byte[(int) size];
    if (value != null) {
      value.get(0, bytes, 0, bytes.length);
    }
    FuseCaller caller = call.caller();
    int result =
        operations.ask(
            call, caller, path, file -> fileSystem.setxattr(caller, file, text, bytes, flags));
    operations.dropAttributes(call.header.node()); // a file's mode shows its access list
    return result;
  }

  private int getxattr(
      ThreadCall call, Pointer path, Pointer name, @Nullable Pointer value, long size) {
    byte[] text = ThreadCall.bytes(name);
    FuseCaller caller = call.caller();
    return xattr(
        call,
        caller,
        path,
        value,
        size,
        file -> fileSystem.getxattr(caller, file, text, call.data(MAX_XATTR_BYTES)));
  }

  private int listxattr(ThreadCall call, Pointer path, @Nullable Pointer names, long size) {
    FuseCaller caller = call.caller();
    return xattr(
        call,
        caller,
        path,
        names,
        size,
        file -> fileSystem.listxattr(caller, file, call.data(MAX_XATTR_BYTES)));
  }

  /**
   * Returns the value's length, with the value if there is room, or that there is too little room.
   */
  private int xattr(
      ThreadCall call,
      FuseCaller caller,
      Pointer path,
      @Nullable Pointer out,
      long size,
      ToIntFunction<FuseFile> asking) {
    int result = operations.ask(call, caller, path, asking);
    if (result < 0) {
      return result;
    }
    ByteBuffer filled = call.filled();
    int bytes = filled.position();
    if (out == null || size == 0) {
      return bytes;
    }
    if (bytes > size) {
      return -Errno.ERANGE;
    }
    call.dataAddress().transferTo(0, out, 0, bytes);
    return bytes;
  }

  /**
   * Removes an extended attribute. The kernel removes a capability on behalf of users who write to
   * a file or change its owner, which the users themselves may not.
   */
  private int removexattr(ThreadCall call, Pointer path, Pointer name) {
    byte[] text = ThreadCall.bytes(name);
    FuseCaller caller = call.caller();
    boolean isDropped = caller.uid() != 0 && Arrays.equals(text, CAPABILITY);
    FuseCaller remover = isDropped ? SetIdFiles.SUPERUSER : caller;
    int result =
        operations.ask(call, caller, path, file -> fileSystem.removexattr(remover, file, text));
    operations.dropAttributes(call.header.node());
    return isDropped && result == -Errno.ENODATA ? 0 : result;
  }

  private int statfs(ThreadCall call, Pointer memory) {
    FuseSpace space = call.space;
    int result = fileSystem.statfs(call.caller(), space);
    if (result < 0) {
      return result;
    }
    Statvfs out = Statvfs.of(memory);
    out.f_bsize.set(BLOCK_BYTES);
    out.f_frsize.set(BLOCK_BYTES);
    out.f_blocks.set(space.totalBytes() / BLOCK_BYTES);
    out.f_bfree.set(space.freeBytes() / BLOCK_BYTES);
    out.f_bavail.set(space.availableBytes() / BLOCK_BYTES);
    out.f_files.set(space.files());
    out.f_ffree.set(space.freeFiles());
    out.f_favail.set(space.freeFiles());
    out.f_namemax.set(MAX_NAME_BYTES);
    return 0;
  }
}
