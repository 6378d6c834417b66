package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Asks a server for the request rate of its partitions. */
public record RequestRateRequest() implements Request<RequestRateResult> {
  public static final Opcode<RequestRateResult> OPCODE =
      Opcode.of(
          85,
          "REQUEST_RATE",
          Codec.of(RequestRateRequest.class, RequestRateRequest::write, RequestRateRequest::read),
          RequestRateResult.CODEC);

  @Override
  public Opcode<RequestRateResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {}

  static RequestRateRequest read(WireReader in) {
    return new RequestRateRequest();
  }
}
