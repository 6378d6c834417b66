package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseFileSystem.FuseNotifier;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.kernel.ServingSession;
import io.gigafs.fuse.mounting.FuseMount;
import io.gigafs.fuse.mounting.Unmounting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A mount on macOS or Windows: libfuse's own loop, whose threads Java attaches. The kernel caches
 * nothing, because it cannot be notified. Safe for use by several threads.
 *
 * <p>It has not been run on either; docs/mount.md says what is missing.
 */
final class MainLoop implements ServingSession, Unmounting {
  private static final long READY_SECONDS = 30;

  /** Does nothing, since the kernel caches nothing that it could drop. */
  private static final FuseNotifier NOBODY =
      new FuseNotifier() {
        @Override
        public void invalidateEntry(long directoryInode, byte[] name) {}

        @Override
        public void invalidateFile(long inode) {}

        @Override
        public void invalidateAttributes(long inode) {}
      };

  private final FuseLibrary.Functions libfuse;
  private final Path directory;
  private final CountDownLatch ready = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Null until libfuse has begun to serve. */
  private volatile @Nullable Pointer fuse;

  private MainLoop(FuseLibrary.Functions libfuse, Path directory) {
    this.libfuse = libfuse;
    this.directory = directory;
  }

  static FuseMount mount(
      FuseLibrary.Functions libfuse,
      OperationTable table,
      FuseFileSystem fileSystem,
      Path directory,
      MountSettings settings)
      throws IOException {
    MainLoop loop = new MainLoop(libfuse, directory);
    table.set(OperationTable.INIT, Callbacks.OnInit.class, loop::begun);
    List<String> options =
        FuseArguments.optionsOf(settings, fileSystem.isCheckedByKernel(), false, false);
    FuseArguments arguments =
        new FuseArguments(
            List.of("giga", directory.toString(), "-f", "-o", String.join(",", options)));
    Thread thread = new Thread(() -> loop.run(arguments, table, fileSystem), "giga-fuse-main");
    thread.start();
    loop.awaitReady();
    fileSystem.mounted(NOBODY);
    return new FuseMount(directory, loop, loop);
  }

  private @Nullable Pointer begun(Pointer connection) {
    FuseConnInfo.agree(connection);
    fuse = libfuse.fuse_get_context().getPointer(0);
    ready.countDown();
    return null;
  }

  private void run(FuseArguments arguments, OperationTable table, FuseFileSystem fileSystem) {
    try {
      libfuse.fuse_main_real(
          arguments.count(), arguments.vector(), table.memory(), table.bytes(), null);
    } finally {
      ended.countDown();
      ready.countDown();
      fileSystem.unmounted();
    }
  }

  private void awaitReady() throws IOException {
    try {
      if (!ready.await(READY_SECONDS, TimeUnit.SECONDS) || hasEnded()) {
        throw new IOException(
            "libfuse does not serve " + directory + ", and has said why on standard error");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + directory + " was being mounted", e);
    }
  }

  @Override
  public void awaitEnd() throws InterruptedException {
    ended.await();
  }

  @Override
  public boolean awaitEnd(long nanos) throws InterruptedException {
    return ended.await(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** libfuse's own threads cannot be counted; there is at least one. */
  @Override
  public int threadCount() {
    return hasEnded() ? 0 : 1;
  }

  @Override
  public boolean tryUnmount() throws IOException {
    return unmount(List.of("umount", directory.toString()));
  }

  @Override
  public void abort() throws IOException {
    unmount(List.of("umount", "-f", directory.toString()));
  }

  private boolean unmount(List<String> command) throws IOException {
    Pointer served = fuse;
    if (Platform.getNativePlatform().getOS() == Platform.OS.WINDOWS) {
      if (served != null) {
        libfuse.fuse_exit(served); // WinFsp unmounts by that
      }
      return true;
    }
    try {
      return new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + directory + " was being unmounted", e);
    }
  }
}
