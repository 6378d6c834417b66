package io.gigafs.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Checks each view that is read from the cluster's records before the server acts on it, because
 * operators restore records from old backups, edit them by hand, and delete them. Thread-safe.
 */
@FunctionalInterface
public interface ViewGuard {
  /** Accepts every view. */
  ViewGuard NONE = view -> "";

  /**
   * Why the view cannot be a successor of a known one, as text that follows "the cluster's view is
   * refused: "; empty if it can.
   *
   * @param view null if the records hold none
   */
  String objection(@Nullable ClusterView view);
}
