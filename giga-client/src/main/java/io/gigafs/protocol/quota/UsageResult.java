package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * A server's usage below a directory with a quota.
 *
 * @param counts whether it takes part in the requested count; if not, it knows a later one
 * @param newest the number of the newest count that it knows
 * @param leaving the part of the usage that is moving to another server, which may report it as
 *     well
 */
public record UsageResult(boolean counts, long newest, QuotaUsage used, QuotaUsage leaving)
    implements Result {
  public static final Codec<UsageResult> CODEC =
      Codec.of(UsageResult.class, FLAG, VARLONG, QuotaUsage.CODEC, QuotaUsage.CODEC);
}
