package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;

/**
 * Identifies a count of a quota's usage.
 *
 * @param number increases with each count; 0 before the first
 * @param id distinguishes counts with the same number, of two servers that both consider themselves
 *     the owner of the quota
 */
public record QuotaEpoch(long number, long id) {
  static final Codec<QuotaEpoch> CODEC = Codec.of(QuotaEpoch.class, VARLONG, INT64);

  public static final QuotaEpoch NONE = new QuotaEpoch(0, 0);

  public boolean isNone() {
    return number == 0;
  }
}
