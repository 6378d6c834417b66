package io.gigafs.protocol.cluster;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** One partition of a status report. */
public record PartitionStatus(
    InodeId directory,
    PartitionIndex partition,
    int depth,
    int slot,
    long entries,
    boolean splitting) {
  /** The minimum encoded size of a status: directory, partition, depth, slot, entries, flag. */
  static final int MIN_BYTES = 8 + 1 + 1 + 1 + 1 + 1;

  void write(WireWriter out) {
    out.inode(directory)
        .partition(partition)
        .depth(depth)
        .count(slot)
        .varlong(entries)
        .flag(splitting);
  }

  static PartitionStatus read(WireReader in) {
    return new PartitionStatus(
        in.inode(), in.partition(), in.depth(), in.count(), in.varlong(), in.flag());
  }
}
