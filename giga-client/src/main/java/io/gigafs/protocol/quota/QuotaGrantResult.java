package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.FLAG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

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
      Codec.of(QuotaGrantResult.class, QuotaEpoch.CODEC, QuotaUsage.CODEC, FLAG, FLAG);
}
