package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Requests the server's newest view of the cluster. */
public record ClusterViewRequest() implements Request<ClusterViewResult> {
  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(
          11,
          "CLUSTER_VIEW",
          Codec.of(ClusterViewRequest.class, ClusterViewRequest::write, ClusterViewRequest::read),
          ClusterViewResult.CODEC);

  @Override
  public Opcode<ClusterViewResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {}

  static ClusterViewRequest read(WireReader in) {
    return new ClusterViewRequest();
  }
}
