package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

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
