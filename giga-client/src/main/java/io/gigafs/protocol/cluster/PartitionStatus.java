package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.DEPTH;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;

/** One partition of a status report. */
public record PartitionStatus(
    InodeId directory,
    PartitionIndex partition,
    int depth,
    int slot,
    long entries,
    boolean splitting) {
  static final Codec<PartitionStatus> CODEC =
      Codec.of(PartitionStatus.class, HEAD, DEPTH, COUNT, VARLONG, FLAG);
}
