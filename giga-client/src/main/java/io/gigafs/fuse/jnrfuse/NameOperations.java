package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.StatModes;
import java.util.Arrays;
import jnr.ffi.Pointer;

/** Operations on names: create, remove, rename. */
final class NameOperations {
  private static final int UMASK_BITS = 0777;

  private final Operations operations;
  private final FuseFileSystem fileSystem;
  private final FusePathResolver paths;
  private final OpenHandles handles;

  NameOperations(Operations operations) {
    this.operations = operations;
    this.fileSystem = operations.fileSystem();
    this.paths = operations.paths();
    this.handles = operations.handles();
  }

  void fill(OperationTable table) {
    table.set(
        OperationTable.MKNOD,
        Callbacks.OnNode.class,
        (path, mode, device) -> operations.serve("mknod", call -> mknod(call, path, mode, device)));
    table.set(
        OperationTable.MKDIR,
        Callbacks.OnPathAndMode.class,
        (path, mode) -> operations.serve("mkdir", call -> mkdir(call, path, mode)));
    table.set(
        OperationTable.UNLINK,
        Callbacks.OnPath.class,
        path -> operations.serve("unlink", call -> unlink(call, path)));
    table.set(
        OperationTable.RMDIR,
        Callbacks.OnPath.class,
        path -> operations.serve("rmdir", call -> rmdir(call, path)));
    table.set(
        OperationTable.SYMLINK,
        Callbacks.OnPathAndPointer.class,
        (target, path) -> operations.serve("symlink", call -> symlink(call, target, path)));
    table.set(
        OperationTable.RENAME,
        Callbacks.OnPathAndPointer.class,
        (from, to) -> operations.serve("rename", call -> rename(call, from, to)));
    table.set(
        OperationTable.LINK,
        Callbacks.OnPathAndPointer.class,
        (from, to) -> operations.serve("link", call -> link(call, from, to)));
  }

  static int umask(ThreadCall call) {
    return call.umask() & UMASK_BITS;
  }

  /** Creates something at a path. */
  private interface Making {
    int make(FuseCaller caller, FusePathResolver.ResolvedPath place, FuseAttributes out);
  }

  private int make(ThreadCall call, Pointer path, Making making) {
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, path);
    return result < 0
        ? result
        : made(call, call.place, making.make(caller, call.place, call.attributes.expecting(0)));
  }

  /** Records what was created, since libfuse asks for its attributes next. */
  private int made(ThreadCall call, FusePathResolver.ResolvedPath place, int result) {
    if (result >= 0) {
      paths.remember(place, call.attributes);
      call.made();
    }
    return result < 0 ? result : 0;
  }

  private int mknod(ThreadCall call, Pointer path, int mode, long device) {
    return make(
        call,
        path,
        (caller, place, out) ->
            fileSystem.mknod(
                caller, place.directory(), place.name(), mode, umask(call), device, out));
  }

  private int mkdir(ThreadCall call, Pointer path, int mode) {
    int permissions = mode & StatModes.PERMISSIONS;
    return make(
        call,
        path,
        (caller, place, out) ->
            fileSystem.mkdir(
                caller, place.directory(), place.name(), permissions, umask(call), out));
  }

  private int symlink(ThreadCall call, Pointer target, Pointer path) {
    byte[] text = ThreadCall.bytes(target);
    return make(
        call,
        path,
        (caller, place, out) ->
            fileSystem.symlink(caller, text, place.directory(), place.name(), out));
  }

  private int unlink(ThreadCall call, Pointer path) {
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, path);
    if (result < 0) {
      return result;
    }
    return handles.unhide(call.place) ? 0 : unlink(caller, call.place);
  }

  private int unlink(FuseCaller caller, FusePathResolver.ResolvedPath place) {
    int result = fileSystem.unlink(caller, place.directory(), place.name());
    if (result >= 0) {
      paths.forget(place);
    }
    return result;
  }

  /**
   * Removes a directory. The name must still lead to the directory that the kernel knows by it;
   * otherwise the kernel looks it up again.
   */
  private int rmdir(ThreadCall call, Pointer path) {
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, path);
    if (result < 0) {
      return result;
    }
    FusePathResolver.ResolvedPath place = call.place;
    FusePathResolver.Known known = paths.known(place);
    long expected = known != null && known.isDirectory() ? known.inode() : 0;
    result = fileSystem.rmdir(caller, place.directory(), place.name(), expected);
    if (result >= 0) {
      paths.forget(place);
    }
    return result;
  }

  private int rename(ThreadCall call, Pointer from, Pointer to) {
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, from, call.place);
    if (result >= 0) {
      result = operations.walk(call, caller, to, call.target);
    }
    if (result < 0) {
      return result;
    }
    FusePathResolver.ResolvedPath source = call.place;
    FusePathResolver.ResolvedPath target = call.target;
    switch (call.header.opcode()) {
      case RequestHeader.UNLINK -> {
        return hide(call, caller, source, target, true);
      }
      case RequestHeader.RENAME -> {
        if (!Arrays.equals(target.name(), call.header.newName())) {
          return hide(call, caller, source, target, false);
        }
      }
      default -> {}
    }
    result =
        fileSystem.rename(
            caller, source.directory(), source.name(), target.directory(), target.name(), 0);
    if (result >= 0) {
      paths.renamed(source, target);
    }
    return result;
  }

  /**
   * Handles libfuse's rename to a hidden name, with which it prepares to remove or to replace an
   * open file. The file is removed instead, or left for the following rename to replace, and the
   * hidden name stands for the open handle.
   */
  private int hide(
      ThreadCall call,
      FuseCaller caller,
      FusePathResolver.ResolvedPath place,
      FusePathResolver.ResolvedPath hidden,
      boolean removes) {
    FusePathResolver.Known known = paths.known(place);
    if (known == null) {
      int found = paths.lookup(caller, place, call.scratch);
      if (found < 0) {
        return found;
      }
      known = FusePathResolver.knownOf(call.scratch);
    }
    int result = removes ? unlink(caller, place) : 0;
    if (result >= 0) {
      handles.hide(hidden, known.inode());
    }
    return result;
  }

  private int link(ThreadCall call, Pointer from, Pointer to) {
    FuseCaller caller = call.caller();
    int result = operations.walk(call, caller, to, call.target);
    if (result < 0) {
      return result;
    }
    FusePathResolver.ResolvedPath target = call.target;
    result =
        operations.ask(
            call,
            caller,
            from,
            false,
            file ->
                file.isDirectory()
                    ? -Errno.EPERM
                    : fileSystem.link(
                        caller,
                        file,
                        target.directory(),
                        target.name(),
                        call.attributes.expecting(file.inode())));
    if (result >= 0) {
      // The kernel has the file once for each name, and receives attributes for the new one alone.
      operations.dropAttributes(call.header.linkedNode());
    }
    return made(call, target, result);
  }
}
