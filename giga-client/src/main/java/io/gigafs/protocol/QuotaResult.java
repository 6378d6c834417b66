package io.gigafs.protocol;

/**
 * A quota and its usage.
 *
 * @param limits of entries and of bytes, 0 for none
 */
public record QuotaResult(QuotaUsage limits, QuotaUsage used) implements Result {
  void write(WireWriter out) {
    limits.write(out);
    used.write(out);
  }

  static QuotaResult read(WireReader in) {
    return new QuotaResult(QuotaUsage.read(in), QuotaUsage.read(in));
  }
}
