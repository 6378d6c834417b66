package io.gigafs.protocol.quota;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The result of one step of setting a quota.
 *
 * @param changed whether the step changed anything
 * @param map the partition map that the partition knows
 */
public record SetQuotaResult(boolean changed, PartitionMap map) implements Result {
  public static final Codec<SetQuotaResult> CODEC =
      Codec.of(SetQuotaResult.class, SetQuotaResult::write, SetQuotaResult::read);

  void write(WireWriter out) {
    out.flag(changed).map(map);
  }

  static SetQuotaResult read(WireReader in) {
    return new SetQuotaResult(in.flag(), in.map());
  }
}
