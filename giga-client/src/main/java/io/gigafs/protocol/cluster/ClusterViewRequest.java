package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/** Requests the server's newest view of the cluster. */
public record ClusterViewRequest() implements Request<ClusterViewResult> {
  static final Codec<ClusterViewRequest> CODEC = Codec.of(ClusterViewRequest.class);

  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(11, "CLUSTER_VIEW", CODEC, ClusterViewResult.CODEC);
}
