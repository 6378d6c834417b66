package io.gigafs.protocol.quota;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * An addition to a server's quota grant.
 *
 * @param epoch the grant is void after the server has taken part in another count
 * @param more may be less than requested
 * @param reuse whether the server may reuse quota that is released there without a request; false
 *     while the total usage exceeds the quota
 * @param exhausted whether nothing is left, by a count that began after the request arrived
 */
public record QuotaGrantResult(QuotaEpoch epoch, QuotaUsage more, boolean reuse, boolean exhausted)
    implements Result {
  public static final Codec<QuotaGrantResult> CODEC =
      Codec.of(QuotaGrantResult.class, QuotaGrantResult::write, QuotaGrantResult::read);

  void write(WireWriter out) {
    epoch.write(out);
    more.write(out);
    out.flag(reuse).flag(exhausted);
  }

  static QuotaGrantResult read(WireReader in) {
    return new QuotaGrantResult(QuotaEpoch.read(in), QuotaUsage.read(in), in.flag(), in.flag());
  }
}
