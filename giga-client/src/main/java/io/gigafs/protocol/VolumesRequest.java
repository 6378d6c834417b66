package io.gigafs.protocol;

/** Requests the state of the cluster's volumes from a server's view. */
public record VolumesRequest() implements Request<VolumesResult> {
  public static final VolumesRequest INSTANCE = new VolumesRequest();

  @Override
  public Opcode<VolumesResult> opcode() {
    return Opcode.VOLUMES;
  }

  void write(WireWriter out) {}

  static VolumesRequest read(WireReader in) {
    return INSTANCE;
  }
}
