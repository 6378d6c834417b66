package io.gigafs.protocol;

/**
 * The rate of client requests to a server's partitions.
 *
 * @param known whether the server has run long enough to know
 * @param perSecond requests per second, averaged over the last seconds
 */
public record RequestRateResult(boolean known, long perSecond) implements Result {
  void write(WireWriter out) {
    out.flag(known).varlong(perSecond);
  }

  static RequestRateResult read(WireReader in) {
    return new RequestRateResult(in.flag(), in.varlong());
  }
}
