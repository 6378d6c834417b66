package io.gigafs.server.membership;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * The newest view of the cluster that this server has seen, and its own place in it. Safe for use
 * by several threads.
 */
public final class CurrentView {
  private final ServerId self;
  private volatile ClusterView view;

  public CurrentView(ServerId self, ClusterView first) {
    this.self = self;
    this.view = first;
  }

  public ServerId self() {
    return self;
  }

  public ClusterView get() {
    return view;
  }

  /** Takes the view over if it is a newer one of the same cluster. */
  public synchronized void adopt(ClusterView other) {
    if (other.clusterId().equals(view.clusterId()) && other.epoch() > view.epoch()) {
      view = other;
    }
  }

  /** Whether this server holds the slot. */
  public boolean owns(int slot) {
    return view.ownerOf(slot).id().equals(self);
  }

  /** The slot that serves a partition. */
  public int slotOf(InodeId directory, PartitionIndex partition) {
    return view.slotOf(directory, partition);
  }

  /** How many slots the cluster has; never changes. */
  public int slots() {
    return view.slots().slots();
  }
}
