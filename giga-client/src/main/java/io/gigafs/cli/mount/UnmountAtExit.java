package io.gigafs.cli.mount;

import io.gigafs.fuse.binding.FuseMount;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Unmounts when this process exits, however early it is told to: an exit that comes while the
 * directory is being mounted waits for that, for what the kernel has mounted stays when its process
 * is gone. Safe for use by several threads.
 */
final class UnmountAtExit {
  /** Guarded by this, as is {@link #exiting}. */
  private @Nullable FuseMount mount;

  private boolean exiting;

  private UnmountAtExit() {}

  /** How to mount. */
  interface Mounting {
    FuseMount mount() throws IOException;
  }

  /** Mounts what is unmounted at exit. */
  static FuseMount mount(Mounting mounting) throws IOException {
    UnmountAtExit exit = new UnmountAtExit();
    Runtime.getRuntime().addShutdownHook(new Thread(exit::unmount, "giga-unmount"));
    return exit.begin(mounting);
  }

  private synchronized FuseMount begin(Mounting mounting) throws IOException {
    if (exiting) {
      throw new IOException("told to end before anything was mounted");
    }
    FuseMount begun = mounting.mount();
    mount = begun;
    return begun;
  }

  private synchronized void unmount() {
    exiting = true;
    if (mount != null) {
      mount.close();
    }
  }
}
