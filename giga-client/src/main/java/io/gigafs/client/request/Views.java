package io.gigafs.client.request;

import io.gigafs.cluster.ClusterView;

/**
 * The newest view of the cluster that the client has seen. Safe for use by several threads.
 *
 * <p>The epoch never decreases and the cluster never changes.
 */
public final class Views {
  private volatile ClusterView current;

  public Views(ClusterView first) {
    current = first;
  }

  public ClusterView current() {
    return current;
  }

  /** Adopts a view if it is newer; returns whether it was. */
  public boolean adopt(ClusterView view) {
    if (!isNewer(view)) {
      return false;
    }
    synchronized (this) {
      if (!isNewer(view)) {
        return false;
      }
      current = view;
      return true;
    }
  }

  private boolean isNewer(ClusterView view) {
    ClusterView known = current;
    return view.epoch() > known.epoch() && view.clusterId().equals(known.clusterId());
  }
}
