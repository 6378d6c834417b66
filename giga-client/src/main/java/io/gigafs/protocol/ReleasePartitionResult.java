package io.gigafs.protocol;

import io.gigafs.index.PartitionMap;

/**
 * The freeze has ended, or there was none.
 *
 * @param map the directory's partition map as this partition knew it
 */
public record ReleasePartitionResult(PartitionMap map) implements Result {
  void write(WireWriter out) {
    out.map(map);
  }

  static ReleasePartitionResult read(WireReader in) {
    return new ReleasePartitionResult(in.map());
  }
}
