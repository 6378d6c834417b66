package io.gigafs.server.partition;

import io.gigafs.server.partition.LeaseRecaller.Recall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The leases of a mode that a stored intent records, so that they are honoured after a restart.
 * What conflicts with them waits until all are returned or have expired. Used on the lane only.
 *
 * <p>The state changes from NONE to OUT when the first is granted, or when a restart finds the
 * intent; to RECALLED when a conflicting request waits; and to NONE when all were returned or have
 * expired.
 */
abstract class StoredLease {
  private final List<LaneTask> waiting = new ArrayList<>(0);
  private boolean out;
  private boolean recalled;

  /** The key of the stored intent. */
  private long transaction;

  /** Whether leases are out, or may be. */
  public final boolean isOut() {
    return out;
  }

  /** Whether they are being recalled. */
  public final boolean isRecalled() {
    return recalled;
  }

  /** The key of the stored intent, if leases are out. */
  public final long transaction() {
    return transaction;
  }

  /** Marks leases as out; the caller stores the intent. */
  final void markOut(long newTransaction) {
    out = true;
    transaction = newTransaction;
  }

  /**
   * Restores the state from a stored intent after a restart.
   *
   * @param client in the intent
   */
  abstract void resume(long newTransaction, long client, long nowNanos);

  /** Whether all leases have expired without a recall. */
  abstract boolean hasRunOut(long nowNanos);

  /** Creates the recall, which the caller sends. */
  abstract Recall recall(long nowNanos);

  /** Adds a task to run when they have ended; returns whether the recall is yet to be sent. */
  final boolean await(@Nullable LaneTask task) {
    if (task != null) {
      waiting.add(task);
    }
    boolean isFirst = !recalled;
    recalled = true;
    return isFirst;
  }

  /** Ends the recall or expiry; returns the tasks that waited. */
  List<LaneTask> end(long nowNanos) {
    out = false;
    recalled = false;
    List<LaneTask> tasks = List.copyOf(waiting);
    waiting.clear();
    return tasks;
  }
}
