package io.gigafs.protocol.data;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/** Requests the state of the cluster's volumes from a server's view. */
public record VolumesRequest() implements Request<VolumesResult> {
  public static final Opcode<VolumesResult> OPCODE =
      Opcode.of(49, "VOLUMES", Codec.of(VolumesRequest.class), VolumesResult.CODEC);

  public static final VolumesRequest INSTANCE = new VolumesRequest();
}
