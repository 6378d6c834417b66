package io.gigafs.cli.mount;

import io.gigafs.fuse.binding.FuseMount;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Unmounts when this process exits, however early it is told to: an exit that comes while the
 * directory is being mounted waits for that, for what the kernel has mounted stays when its process
 * is gone. After unmounting, the exit waits for {@link #close}, as the client may have bytes to
 * upload. Safe for use by several threads.
 */
final class UnmountAtExit implements AutoCloseable {
  /** Guarded by this, as is {@link #exiting}. */
  private @Nullable FuseMount mount;

  private boolean exiting;

  /** Guarded by this. */
  private boolean ended;

  private UnmountAtExit() {}

  /** How to mount. */
  interface Mounting {
    FuseMount mount() throws IOException;
  }

  static UnmountAtExit install() {
    UnmountAtExit exit = new UnmountAtExit();
    Runtime.getRuntime().addShutdownHook(new Thread(exit::unmount, "giga-unmount"));
    return exit;
  }

  /** Mounts what is unmounted at exit. */
  synchronized FuseMount mount(Mounting mounting) throws IOException {
    if (exiting) {
      throw new IOException("told to end before anything was mounted");
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

  /** The client behind the mount is closed: the process may exit. */
  @Override
  public synchronized void close() {
    ended = true;
    notifyAll();
  }
}
