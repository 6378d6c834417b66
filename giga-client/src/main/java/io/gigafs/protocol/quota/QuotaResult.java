package io.gigafs.protocol.quota;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A quota and its usage.
 *
 * @param limits of entries and of bytes, 0 for none
 */
public record QuotaResult(QuotaUsage limits, QuotaUsage used) implements Result {
  public static final Codec<QuotaResult> CODEC =
      Codec.of(QuotaResult.class, QuotaResult::write, QuotaResult::read);

  void write(WireWriter out) {
    limits.write(out);
    used.write(out);
  }

  static QuotaResult read(WireReader in) {
    return new QuotaResult(QuotaUsage.read(in), QuotaUsage.read(in));
  }
}
