package io.gigafs.protocol;

/** Requests the server's newest view of the cluster. */
public record ClusterViewRequest() implements Request<ClusterViewResult> {
  @Override
  public Opcode<ClusterViewResult> opcode() {
    return Opcode.CLUSTER_VIEW;
  }

  void write(WireWriter out) {}

  static ClusterViewRequest read(WireReader in) {
    return new ClusterViewRequest();
  }
}
