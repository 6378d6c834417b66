package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/** Asks a server for the request rate of its partitions. */
public record RequestRateRequest() implements Request<RequestRateResult> {
  static final Codec<RequestRateRequest> CODEC = Codec.of(RequestRateRequest.class);

  public static final Opcode<RequestRateResult> OPCODE =
      Opcode.of(85, "REQUEST_RATE", CODEC, RequestRateResult.CODEC);
}
