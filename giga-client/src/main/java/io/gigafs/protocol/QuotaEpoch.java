package io.gigafs.protocol;

/**
 * Which count of a quota's usage something belongs to.
 *
 * @param number the later count has the higher one; 0 before the first
 * @param id tells counts with the same number apart, of two servers that both take themselves for
 *     the quota's home
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
