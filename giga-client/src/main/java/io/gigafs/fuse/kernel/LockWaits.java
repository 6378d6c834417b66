package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.MountSettings;
import java.util.concurrent.Semaphore;

/**
 * Limits how many requests wait for locks at once. Each occupies a thread while the lock is held,
 * but releasing the lock, or any other request, needs a thread, too. Safe for use by several
 * threads.
 */
public final class LockWaits {
  private final Semaphore free;

  public LockWaits(MountSettings settings) {
    int kept = Math.max(1, Math.min(settings.threads(), settings.maxThreads() / 2));
    free = new Semaphore(settings.maxThreads() - kept);
  }

  /** Begins a wait, if the limit allows; {@link #end} must follow. */
  public boolean tryBegin() {
    return free.tryAcquire();
  }

  /** Ends a wait. */
  public void end() {
    free.release();
  }
}
