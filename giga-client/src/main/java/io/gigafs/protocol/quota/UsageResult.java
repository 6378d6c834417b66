package io.gigafs.protocol.quota;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
      Codec.of(UsageResult.class, UsageResult::write, UsageResult::read);

  void write(WireWriter out) {
    out.flag(counts).varlong(newest);
    used.write(out);
    leaving.write(out);
  }

  static UsageResult read(WireReader in) {
    return new UsageResult(in.flag(), in.varlong(), QuotaUsage.read(in), QuotaUsage.read(in));
  }
}
