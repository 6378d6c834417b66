package io.gigafs.server.transfer;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ReplyRow;
import io.gigafs.server.lane.DuplicateRequestCache;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Reply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The source's reply rows at the child, where retries of moved names will look for them. */
public final class ReplyRows {
  /** What goes into one message beside all else. */
  public static final long MAX_BYTES = 8 << 20;

  private ReplyRows() {}

  public static void copy(
      List<ReplyRow> rows, InodeId directory, PartitionIndex partition, Batch batch) {
    for (ReplyRow row : rows) {
      Reply.Key key =
          new Reply.Key(directory.value(), partition.value(), row.client(), row.number());
      batch.putReply(new Reply(key, row.body()));
    }
  }

  /** What is wrong with rows; null if nothing is. */
  public static @Nullable String flaw(List<ReplyRow> rows) {
    for (ReplyRow row : rows) {
      if (!DuplicateRequestCache.isReadable(row.number(), row.body())) {
        return "answers to client " + row.client() + " cannot be read";
      }
    }
    return null;
  }

  /** About how many bytes they are in a message. */
  public static long bytes(List<ReplyRow> rows) {
    long bytes = 0;
    for (ReplyRow row : rows) {
      bytes += row.body().length + 2L * Long.BYTES;
    }
    return bytes;
  }
}
