package io.gigafs.server.lane;

/**
 * When a partition may try to split: not while a try is being prepared, and after each that failed
 * only after a pause that doubles. Used on the lane only.
 */
public final class SplitPauses {
  private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;
  private static final int MAX_DOUBLINGS = 6;

  private boolean preparing;
  private boolean forHeat;
  private int failures;
  private long failedAtNanos;

  boolean mayTry(long nanos) {
    return !preparing && (failures == 0 || nanos - failedAtNanos >= pauseNanos());
  }

  private long pauseNanos() {
    return FIRST_PAUSE_NANOS << Math.min(failures - 1, MAX_DOUBLINGS);
  }

  boolean isPreparing() {
    return preparing;
  }

  /**
   * A try is being prepared.
   *
   * @param isForHeat whether the partition takes many requests, rather than has grown
   */
  public void preparing(boolean isForHeat) {
    preparing = true;
    forHeat = isForHeat;
  }

  /** Whether the last try was prepared for heat; not known of one from before a restart. */
  public boolean isForHeat() {
    return forHeat;
  }

  /** The try succeeded, or there was no need for it. */
  public void succeeded() {
    preparing = false;
    failures = 0;
  }

  /** The try failed. */
  public void failed(long nanos) {
    preparing = false;
    failures++;
    failedAtNanos = nanos;
  }

  boolean isIdle() {
    return !preparing && failures == 0;
  }
}
