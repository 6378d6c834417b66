package io.gigafs.protocol;

import io.gigafs.index.PartitionMap;

/**
 * The result of one step of setting a quota.
 *
 * @param changed whether the step changed anything
 * @param map the partition map that the partition knows
 */
public record SetQuotaResult(boolean changed, PartitionMap map) implements Result {
  void write(WireWriter out) {
    out.flag(changed).map(map);
  }

  static SetQuotaResult read(WireReader in) {
    return new SetQuotaResult(in.flag(), in.map());
  }
}
