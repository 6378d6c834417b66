package io.gigafs.protocol.quota;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * A quota and its usage.
 *
 * @param limits of entries and of bytes, 0 for none
 */
public record QuotaResult(QuotaUsage limits, QuotaUsage used) implements Result {
  public static final Codec<QuotaResult> CODEC =
      Codec.of(QuotaResult.class, QuotaUsage.CODEC, QuotaUsage.CODEC);
}
