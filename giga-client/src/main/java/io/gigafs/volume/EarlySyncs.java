package io.gigafs.volume;

import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/**
 * Has objects that grow synced while they grow, see {@link EarlySyncedObject}; those of one owner
 * share how many syncs run at a time, so that storage that hangs holds so many threads. Safe for
 * use by several threads.
 */
public final class EarlySyncs {
  private final Semaphore permits;

  /**
   * None runs yet.
   *
   * @param mostAtOnce so many run at a time; an object that would be one more is synced later
   */
  public EarlySyncs(int mostAtOnce) {
    permits = new Semaphore(mostAtOnce);
  }

  /**
   * An object with this in front of it.
   *
   * @param threads run its syncs
   */
  public EarlySyncedObject of(VolumeObject object, Executor threads) {
    return new EarlySyncedObject(object, this, threads);
  }

  /** Begins one, to be ended; false if too many run. */
  boolean begin() {
    return permits.tryAcquire();
  }

  void end() {
    permits.release();
  }
}
