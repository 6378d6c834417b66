package io.gigafs.protocol.quota;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Identifies a count of a quota's usage.
 *
 * @param number increases with each count; 0 before the first
 * @param id distinguishes counts with the same number, of two servers that both consider themselves
 *     the owner of the quota
 */
public record QuotaEpoch(long number, long id) {
  public static final QuotaEpoch NONE = new QuotaEpoch(0, 0);

  public boolean isNone() {
    return number == 0;
  }

  void write(WireWriter out) {
    out.varlong(number).int64(id);
  }

  static QuotaEpoch read(WireReader in) {
    return new QuotaEpoch(in.varlong(), in.int64());
  }
}
