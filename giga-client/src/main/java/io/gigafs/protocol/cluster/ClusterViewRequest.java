package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.VIEW;

import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/** Requests the server's newest view of the cluster. */
public record ClusterViewRequest() implements Request<ClusterViewRequest.ClusterViewResult> {
  static final Codec<ClusterViewRequest> CODEC = Codec.of(ClusterViewRequest.class);

  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(11, "CLUSTER_VIEW", CODEC, ClusterViewResult.CODEC);

  /** A view of the cluster. */
  public record ClusterViewResult(ClusterView view) implements Result {
    public static final Codec<ClusterViewResult> CODEC = Codec.of(ClusterViewResult.class, VIEW);
  }
}
