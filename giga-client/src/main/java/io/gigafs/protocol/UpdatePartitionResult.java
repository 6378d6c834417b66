package io.gigafs.protocol;

import io.gigafs.index.PartitionMap;

/** The partition has the new attributes. */
public record UpdatePartitionResult(PartitionMap map) implements Result {
  void write(WireWriter out) {
    out.map(map);
  }

  static UpdatePartitionResult read(WireReader in) {
    return new UpdatePartitionResult(in.map());
  }
}
