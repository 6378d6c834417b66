package io.gigafs.cli.mount;

import io.gigafs.fuse.mounting.FuseMount;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Unmounts when this process exits. An exit during the mount waits for it, because the kernel's
 * mount would outlive the process. After unmounting, the exit waits for {@link #close}, since the
 * client may have bytes to upload. Safe for use by several threads.
 */
final class UnmountAtExit implements AutoCloseable {
  /** Guarded by this, as is {@link #exiting}. */
  private @Nullable FuseMount mount;

  private boolean exiting;

  /** Guarded by this. */
  private boolean ended;

  private UnmountAtExit() {}

  /** Mounts a directory. */
  interface Mounting {
    FuseMount mount() throws IOException;
  }

  static UnmountAtExit install() {
    UnmountAtExit exit = new UnmountAtExit();
    Runtime.getRuntime().addShutdownHook(new Thread(exit::unmount, "giga-unmount"));
    return exit;
  }

  /** Mounts a directory that is unmounted at exit. */
  synchronized FuseMount mount(Mounting mounting) throws IOException {
    if (exiting) {
      throw new IOException("stopped before anything was mounted");
    }
    FuseMount begun = mounting.mount();
    mount = begun;
    return begun;
  }

  private synchronized void unmount() {
    exiting = true;
    if (mount == null) {
      return;
    }
    mount.close();
    try {
      while (!ended) {
        wait();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Called after the client was closed: the process may exit. */
  @Override
  public synchronized void close() {
    ended = true;
    notifyAll();
  }
}
