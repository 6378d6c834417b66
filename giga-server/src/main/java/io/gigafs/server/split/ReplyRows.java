package io.gigafs.server.split;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ReplyRow;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Reply;
import java.util.List;

/** The source's reply rows at the child, where retries of moved names will look for them. */
final class ReplyRows {
  private ReplyRows() {}

  static void copy(List<ReplyRow> rows, InodeId directory, PartitionIndex child, Batch batch) {
    for (ReplyRow row : rows) {
      Reply.Key key =
          new Reply.Key(directory.value(), child.value(), row.client(), row.lastNumber());
      batch.putReply(new Reply(key, row.body()));
    }
  }

  /** About how many bytes they are in a message. */
  static long bytes(List<ReplyRow> rows) {
    long bytes = 0;
    for (ReplyRow row : rows) {
      bytes += row.body().length + 2L * Long.BYTES;
    }
    return bytes;
  }
}
