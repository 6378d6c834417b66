package io.gigafs.protocol;

import io.gigafs.index.PartitionMap;

/**
 * The result of a freeze.
 *
 * @param empty false if it holds entries; then it is not frozen
 * @param map the directory's partition map as this partition knows it, including its own children
 */
public record FreezePartitionResult(boolean empty, PartitionMap map) implements Result {
  void write(WireWriter out) {
    out.flag(empty).map(map);
  }

  static FreezePartitionResult read(WireReader in) {
    return new FreezePartitionResult(in.flag(), in.map());
  }
}
