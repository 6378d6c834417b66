package io.gigafs.fuse.binding;

import java.util.concurrent.Semaphore;

/**
 * How many requests may wait for locks at once: each takes a thread for as long as somebody holds
 * the lock, and whoever gives it up, or wants anything else, needs one too. Safe for use by several
 * threads.
 */
public final class LockWaits {
  private final Semaphore free;

  public LockWaits(MountSettings settings) {
    int kept = Math.max(1, Math.min(settings.threads(), settings.maxThreads() / 2));
    free = new Semaphore(settings.maxThreads() - kept);
  }

  /** Whether one more may wait, which says so when it has. */
  public boolean tryBegin() {
    return free.tryAcquire();
  }

  /** It has ended. */
  public void end() {
    free.release();
  }
}
