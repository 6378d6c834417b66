package io.gigafs.protocol.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * A partition that was removed with its directory, and its stored replies to mutations that clients
 * may retry.
 */
public record GonePartition(InodeId directory, PartitionIndex partition, List<ReplyRow> replies) {
  /** The minimum encoded size: directory, partition, number of rows. */
  static final int MIN_BYTES = 8 + 1 + 1;

  public GonePartition {
    replies = List.copyOf(replies);
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).count(replies.size());
    for (ReplyRow reply : replies) {
      reply.write(out);
    }
  }

  static GonePartition read(WireReader in) {
    return new GonePartition(
        in.inode(), in.partition(), in.list(ReplyRow.MIN_BYTES, ReplyRow::read));
  }
}
