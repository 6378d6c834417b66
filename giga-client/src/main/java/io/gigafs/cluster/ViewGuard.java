package io.gigafs.cluster;

import org.jspecify.annotations.Nullable;

/**
 * Looks at each view that is read from the cluster's records before anybody acts on it: records are
 * restored from old copies, edited by hand, and deleted. Safe for use by several threads.
 */
@FunctionalInterface
public interface ViewGuard {
  /** Knows no view that another could contradict. */
  ViewGuard NONE = view -> "";

  /**
   * Why a view cannot have come from what is known, in words that follow "the cluster's view is
   * refused: "; empty if it can.
   *
   * @param view null if there is none in the records
   */
  String objection(@Nullable ClusterView view);
}
