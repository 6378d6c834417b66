package io.gigafs.protocol;

/**
 * How many requests of clients a server's partitions take.
 *
 * @param known whether the server has run for long enough to know
 * @param perSecond requests a second, averaged over the last seconds
 */
public record RequestRateResult(boolean known, long perSecond) implements Result {
  void write(WireWriter out) {
    out.flag(known).varlong(perSecond);
  }

  static RequestRateResult read(WireReader in) {
    return new RequestRateResult(in.flag(), in.varlong());
  }
}
