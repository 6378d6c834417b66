package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/** Asks a server for the request rate of its partitions. */
public record RequestRateRequest() implements Request<RequestRateRequest.RequestRateResult> {
  static final Codec<RequestRateRequest> CODEC = Codec.of(RequestRateRequest.class);

  public static final Opcode<RequestRateResult> OPCODE =
      Opcode.of(85, "REQUEST_RATE", CODEC, RequestRateResult.CODEC);

  /**
   * The rate of client requests to a server's partitions.
   *
   * @param known whether the server has run long enough to know
   * @param perSecond requests per second, averaged over the last seconds
   */
  public record RequestRateResult(boolean known, long perSecond) implements Result {
    public static final Codec<RequestRateResult> CODEC =
        Codec.of(RequestRateResult.class, FLAG, VARLONG);
  }
}
