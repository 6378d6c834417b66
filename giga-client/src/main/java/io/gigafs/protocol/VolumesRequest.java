package io.gigafs.protocol;

/** Asks a server how it finds the cluster's volumes. */
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
