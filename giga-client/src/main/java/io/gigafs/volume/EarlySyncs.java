package io.gigafs.volume;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Syncs growing objects in the background, see {@link EarlySyncedObject}. The objects of one owner
 * share a limit of concurrent syncs, so that hanging storage blocks at most that many threads. Safe
 * for use by several threads.
 */
public final class EarlySyncs {
  private final Semaphore permits;

  /**
   * No sync runs yet.
   *
   * @param mostAtOnce the maximum number of concurrent syncs; an object beyond it is synced later
   */
  public EarlySyncs(int mostAtOnce) {
    permits = new Semaphore(mostAtOnce);
  }

  /**
   * Wraps an object.
   *
   * @param threads run its syncs
   */
  public EarlySyncedObject of(VolumeObject object, Executor threads) {
    return new EarlySyncedObject(object, this, threads);
  }

  /** Starts a sync, to be ended; false if too many run. */
  boolean begin() {
    return permits.tryAcquire();
  }

  void end() {
    permits.release();
  }
}
