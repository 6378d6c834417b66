package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The rate of client requests to a server's partitions.
 *
 * @param known whether the server has run long enough to know
 * @param perSecond requests per second, averaged over the last seconds
 */
public record RequestRateResult(boolean known, long perSecond) implements Result {
  public static final Codec<RequestRateResult> CODEC =
      Codec.of(RequestRateResult.class, RequestRateResult::write, RequestRateResult::read);

  void write(WireWriter out) {
    out.flag(known).varlong(perSecond);
  }

  static RequestRateResult read(WireReader in) {
    return new RequestRateResult(in.flag(), in.varlong());
  }
}
