package io.gigafs.protocol.cluster;

import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** A view of the cluster. */
public record ClusterViewResult(ClusterView view) implements Result {
  public static final Codec<ClusterViewResult> CODEC =
      Codec.of(ClusterViewResult.class, ClusterViewResult::write, ClusterViewResult::read);

  void write(WireWriter out) {
    out.view(view);
  }

  static ClusterViewResult read(WireReader in) {
    return new ClusterViewResult(in.view());
  }
}
