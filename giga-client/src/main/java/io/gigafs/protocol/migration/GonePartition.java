package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import java.util.List;

/**
 * A partition that was removed with its directory, and its stored replies to mutations that clients
 * may retry.
 */
public record GonePartition(InodeId directory, PartitionIndex partition, List<ReplyRow> replies) {
  static final Codec<GonePartition> CODEC =
      Codec.of(GonePartition.class, HEAD, listOf(ReplyRow.CODEC));

  public GonePartition {
    replies = List.copyOf(replies);
  }
}
