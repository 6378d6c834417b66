package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.VIEW;

import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/** A view of the cluster. */
public record ClusterViewResult(ClusterView view) implements Result {
  public static final Codec<ClusterViewResult> CODEC = Codec.of(ClusterViewResult.class, VIEW);
}
