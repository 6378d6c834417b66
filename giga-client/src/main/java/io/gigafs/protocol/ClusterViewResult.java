package io.gigafs.protocol;

import io.gigafs.cluster.ClusterView;

/** A view of the cluster. */
public record ClusterViewResult(ClusterView view) implements Result {
  void write(WireWriter out) {
    out.view(view);
  }

  static ClusterViewResult read(WireReader in) {
    return new ClusterViewResult(in.view());
  }
}
