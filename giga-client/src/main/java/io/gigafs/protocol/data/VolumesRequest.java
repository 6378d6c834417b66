package io.gigafs.protocol.data;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Requests the state of the cluster's volumes from a server's view. */
public record VolumesRequest() implements Request<VolumesResult> {
  public static final Opcode<VolumesResult> OPCODE =
      Opcode.of(
          49,
          "VOLUMES",
          Codec.of(VolumesRequest.class, VolumesRequest::write, VolumesRequest::read),
          VolumesResult.CODEC);

  public static final VolumesRequest INSTANCE = new VolumesRequest();

  @Override
  public Opcode<VolumesResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {}

  static VolumesRequest read(WireReader in) {
    return INSTANCE;
  }
}
