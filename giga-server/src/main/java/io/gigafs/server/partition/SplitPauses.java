package io.gigafs.server.partition;

/**
 * Limits a partition's attempts to split: not during the preparation of an attempt, and after a
 * failed one only after a pause that doubles. Used on the lane only.
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
   * Records that an attempt is being prepared.
   *
   * @param isForHeat whether the reason is load rather than size
   */
  public void preparing(boolean isForHeat) {
    preparing = true;
    forHeat = isForHeat;
  }

  /** Whether the last attempt was for load; unknown for one from before a restart. */
  public boolean isForHeat() {
    return forHeat;
  }

  /** Records that the attempt succeeded or was not needed. */
  public void succeeded() {
    preparing = false;
    failures = 0;
  }

  /**
   * Records that the attempt failed.
   *
   * @param nanos when the pause begins
   */
  public void failed(long nanos) {
    preparing = false;
    failures++;
    failedAtNanos = nanos;
  }

  boolean isIdle() {
    return !preparing && failures == 0;
  }
}
