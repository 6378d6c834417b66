package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.kernel.SessionThreads;
import io.gigafs.fuse.mounting.FuseMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import jnr.ffi.Memory;
import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mounts a file system through libfuse. */
public final class LibFuseMount {
  private static final Logger LOG = LoggerFactory.getLogger(LibFuseMount.class);

  private LibFuseMount() {}

  /** The reason why libfuse cannot be used here, and what to install; empty if it can. */
  public static Optional<String> obstacle() {
    try {
      FuseLibrary.load();
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Mounts a file system on a directory, and returns once it can be used.
   *
   * <p>A stale mount that a crashed process left on the directory is removed.
   *
   * @throws IOException if mounting fails; the message says why, and what to do
   */
  public static FuseMount mount(FuseFileSystem fileSystem, Path directory, MountSettings settings)
      throws IOException {
    FuseLibrary.Functions libfuse = FuseLibrary.load();
    Operations operations = new Operations(fileSystem, settings, libfuse);
    OperationTable table = tableOf(operations);
    if (Platform.getNativePlatform().getOS() != Platform.OS.LINUX) {
      return MainLoop.mount(libfuse, table, fileSystem, directory, settings);
    }
    FuseMount.checkRoot(fileSystem);
    Path place = FuseMount.prepare(directory, settings.nonEmpty());
    Serving serving = setUp(libfuse, table, place, settings, fileSystem.isCheckedByKernel());
    NodeNotifier notifier =
        new NodeNotifier(libfuse, serving.channel, operations.handles(), operations.lockWaits());
    operations.notifyBy(notifier);
    SessionLoop session =
        new SessionLoop(
            NativeCalls.load(),
            libfuse,
            serving.session,
            serving.channel,
            operations,
            settings,
            new SessionThreads(),
            () -> end(libfuse, serving, fileSystem));
    fileSystem.mounted(notifier);
    session.start();
    FuseMount mount = new FuseMount(place, session, FuseMount.unmountingOf(place));
    check(mount);
    return mount;
  }

  /** libfuse's structures of a mount. */
  private record Serving(
      Pointer fuse, Pointer session, Pointer channel, Pointer mountPoint, OperationTable table) {}

  private static Serving setUp(
      FuseLibrary.Functions libfuse,
      OperationTable table,
      Path place,
      MountSettings settings,
      boolean isChecked)
      throws IOException {
    List<String> options = FuseArguments.optionsOf(settings, isChecked, true, true);
    FuseArguments arguments =
        new FuseArguments(List.of("giga", place.toString(), "-f", "-o", String.join(",", options)));
    Runtime runtime = Runtime.getSystemRuntime();
    Pointer out = Memory.allocateDirect(runtime, runtime.addressSize(), true);
    Pointer threads = Memory.allocateDirect(runtime, Integer.BYTES, true);
    Pointer fuse =
        libfuse.fuse_setup(
            arguments.count(),
            arguments.vector(),
            table.memory(),
            table.bytes(),
            out,
            threads,
            null);
    if (fuse == null) {
      throw new IOException(
          "libfuse cannot mount on " + place + ", and has said why on standard error");
    }
    Pointer session = libfuse.fuse_get_session(fuse);
    Pointer channel = libfuse.fuse_session_next_chan(session, null);
    return new Serving(fuse, session, channel, out.getPointer(0), table);
  }

  private static OperationTable tableOf(Operations operations) {
    OperationTable table = new OperationTable();
    DirectoryOperations directories = new DirectoryOperations(operations);
    new AttributeOperations(operations).fill(table);
    new NameOperations(operations).fill(table);
    new FileOperations(operations, directories, FuseConnInfo.MAX_WRITE_BYTES).fill(table);
    directories.fill(table);
    new LockOperations(operations).fill(table);
    table.set(
        OperationTable.INIT,
        Callbacks.OnInit.class,
        connection -> {
          FuseConnInfo.agree(connection);
          return null;
        });
    return table;
  }

  /** Frees libfuse's structures after the last call, and then closes the file system. */
  private static void end(
      FuseLibrary.Functions libfuse, Serving serving, FuseFileSystem fileSystem) {
    try {
      libfuse.fuse_teardown(serving.fuse, serving.mountPoint);
      LOG.debug("libfuse has ended, with {} bytes of operations", serving.table.bytes());
    } finally {
      fileSystem.unmounted();
    }
  }

  /**
   * Checks that the negotiation with the kernel succeeded: it has once a first request was served.
   */
  private static void check(FuseMount mount) throws IOException {
    try {
      Files.getAttribute(mount.directory(), "unix:ino");
    } catch (IOException e) {
      mount.close();
      throw new IOException("cannot access the mounted directory: " + e.getMessage(), e);
    }
  }
}
