package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFile;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.ProcMaps;
import io.gigafs.fuse.kernel.LockWaits;
import java.nio.file.Path;
import java.util.function.ToIntFunction;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shared by the operations of a mount: converts calls of libfuse to calls of the file system. Safe
 * for use by several threads.
 */
final class Operations {
  private static final Logger LOG = LoggerFactory.getLogger(Operations.class);

  /** A file that is replaced this often between lookup and call is not found. */
  private static final int MAX_TRIES = 16;

  /** Limits the logging of unexpected failures. */
  private static final long LOGGED_EACH_NANOS = 1_000_000_000L;

  private final FuseFileSystem fileSystem;
  private final MountSettings settings;
  private final FusePathResolver paths;
  private final OpenHandles handles;
  private final LockWaits lockWaits;
  private final LockInterrupts interrupts = new LockInterrupts();
  private final SetIdFiles setIds;
  private final ProcMaps mappings = new ProcMaps(Path.of("/proc"));
  private final ThreadLocal<ThreadCall> calls;

  /** Null if the kernel cannot be notified, and therefore caches nothing. */
  private volatile @Nullable NodeNotifier notifier;

  private volatile long loggedNanos;

  Operations(FuseFileSystem fileSystem, MountSettings settings, FuseLibrary.Functions libfuse) {
    this.fileSystem = fileSystem;
    this.settings = settings;
    this.paths = new FusePathResolver(fileSystem);
    this.setIds = new SetIdFiles(fileSystem);
    this.handles = new OpenHandles();
    this.lockWaits = new LockWaits(settings);
    this.calls =
        ThreadLocal.withInitial(() -> new ThreadCall(libfuse, settings.attrTimeoutNanos()));
  }

  FuseFileSystem fileSystem() {
    return fileSystem;
  }

  MountSettings settings() {
    return settings;
  }

  FusePathResolver paths() {
    return paths;
  }

  OpenHandles handles() {
    return handles;
  }

  LockWaits lockWaits() {
    return lockWaits;
  }

  LockInterrupts interrupts() {
    return interrupts;
  }

  SetIdFiles setIds() {
    return setIds;
  }

  /** The call of this thread. */
  ThreadCall call() {
    return calls.get();
  }

  void notifyBy(NodeNotifier kernel) {
    notifier = kernel;
  }

  /** Makes the kernel drop the attributes of a node, if it is known. */
  void dropAttributes(long node) {
    NodeNotifier kernel = notifier;
    if (kernel != null && node != 0) {
      kernel.dropAttributes(node);
    }
  }

  /**
   * Makes the kernel write back what was stored through mappings of an open file, if threads are
   * left to serve that.
   */
  void writeStored(long handle) {
    if (fileSystem.isMappable(handle)) {
      fileSystem.forget(handle);
      fileSystem.serving(); // the kernel's write-back does not count against the timeout
    }
  }

  /** Closes a file that is open. */
  int close(long handle) {
    handles.closed(handle);
    return fileSystem.release(handle);
  }

  /** Whether a process may have stored to a file through a mapping. */
  boolean mayStore(int pid, long inode) {
    return mappings.mayStore(pid, inode);
  }

  /** The work of one call. */
  interface Work {
    int run(ThreadCall call);
  }

  /** Runs an operation for libfuse. Nothing may be thrown to native code. */
  int serve(String operation, Work work) {
    try {
      ThreadCall call = calls.get();
      fileSystem.serving();
      try {
        return work.run(call);
      } finally {
        fileSystem.served();
      }
    } catch (OutOfMemoryError | StackOverflowError e) {
      return failed(operation, e);
    } catch (Exception | LinkageError | AssertionError e) {
      return failed(operation, e);
    }
  }

  private int failed(String operation, Throwable thrown) {
    long now = System.nanoTime();
    if (now - loggedNanos >= LOGGED_EACH_NANOS || loggedNanos == 0) {
      loggedNanos = now;
      LOG.error("The operation {} failed", operation, thrown);
    } else {
      LOG.debug("The operation {} failed", operation, thrown);
    }
    return -Errno.EIO;
  }

  /** Resolves a path to a directory and a name. */
  int walk(ThreadCall call, FuseCaller caller, Pointer path) {
    return walk(call, caller, path, call.place);
  }

  int walk(ThreadCall call, FuseCaller caller, Pointer path, FusePathResolver.ResolvedPath out) {
    return paths.walk(caller, ThreadCall.bytes(path), call.scratch, out);
  }

  /** Whether a result shows that a name leads to another file, or that a handle is closed. */
  static boolean isStale(int result) {
    return result == -Errno.ENOENT || result == -Errno.ESTALE || result == -Errno.EBADF;
  }

  /** Queries the file of a path. */
  int ask(ThreadCall call, FuseCaller caller, Pointer path, ToIntFunction<FuseFile> asking) {
    return ask(call, caller, path, true, asking);
  }

  int ask(
      ThreadCall call,
      FuseCaller caller,
      Pointer path,
      boolean byHandle,
      ToIntFunction<FuseFile> asking) {
    int walked = walk(call, caller, path);
    return walked < 0 ? walked : ask(call, caller, call.place, byHandle, asking);
  }

  /**
   * Queries the file that a name was last seen to lead to: by a handle alone if the file has lost
   * the name, and otherwise the file that has the name now. If there is none the result is ESTALE:
   * the kernel believes that the name exists, and then looks it up again.
   *
   * @param byHandle whether an open handle of the file is used if its name leads elsewhere
   */
  int ask(
      ThreadCall call,
      FuseCaller caller,
      FusePathResolver.ResolvedPath place,
      boolean byHandle,
      ToIntFunction<FuseFile> asking) {
    if (place.isRoot()) {
      return asking.applyAsInt(FuseFile.ofDirectory(fileSystem.root()));
    }
    Long hidden = handles.hidden(place);
    if (hidden != null) {
      return askHidden(hidden, asking);
    }
    int result = -Errno.ENOENT;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      FusePathResolver.Known known = paths.known(place);
      if (known == null) {
        int found = paths.lookup(caller, place, call.scratch);
        if (found < 0) {
          return found == -Errno.ENOENT ? -Errno.ESTALE : found;
        }
        known = FusePathResolver.knownOf(call.scratch);
      }
      FuseFile file = fileOf(place, known);
      result = asking.applyAsInt(file);
      if (!isStale(result)) {
        return result;
      }
      if (byHandle && file.isNamed() && file.isOpen()) {
        int other = asking.applyAsInt(file.withoutName());
        if (!isStale(other)) {
          return other;
        }
      }
      paths.forget(place);
      if (known.isDirectory() && tries > 0) {
        return result; // the file was removed, and another has its name
      }
    }
    return result;
  }

  private FuseFile fileOf(FusePathResolver.ResolvedPath place, FusePathResolver.Known known) {
    return known.isDirectory()
        ? FuseFile.ofDirectory(known.inode())
        : FuseFile.named(
            known.inode(), place.directory(), place.name(), handles.anyOf(known.inode()));
  }

  /** Queries a file that libfuse knows by a hidden name, which has no other. */
  private int askHidden(long inode, ToIntFunction<FuseFile> asking) {
    int result = -Errno.ENOENT;
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      long handle = handles.anyOf(inode);
      if (handle == FuseFileSystem.NO_HANDLE) {
        return -Errno.ESTALE;
      }
      result = asking.applyAsInt(FuseFile.opened(inode, handle));
      if (result != -Errno.EBADF) {
        return result;
      }
    }
    return result;
  }
}
