package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.server.reply.DuplicateRequestCache;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.StoredReply;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reply rows of a partition that go to its child or new owner, where retries will look for them.
 */
final class ReplyRows {
  /** Maximum size in one message beside all else. */
  static final long MAX_BYTES = 8 << 20;

  private ReplyRows() {}

  static void copy(List<ReplyRow> rows, InodeId directory, PartitionIndex partition, Batch batch) {
    for (ReplyRow row : rows) {
      StoredReply.Key key =
          new StoredReply.Key(directory.value(), partition.value(), row.client(), row.number());
      batch.putReply(new StoredReply(key, row.body()));
    }
  }

  /** The error in rows; null if they are valid. */
  static @Nullable String flaw(List<ReplyRow> rows) {
    for (ReplyRow row : rows) {
      if (!DuplicateRequestCache.isReadable(row.number(), row.body())) {
        return "answers to client " + row.client() + " cannot be read";
      }
    }
    return null;
  }

  /** Approximate size in a message, in bytes. */
  static long bytes(List<ReplyRow> rows) {
    long bytes = 0;
    for (ReplyRow row : rows) {
      bytes += row.body().length + 2L * Long.BYTES;
    }
    return bytes;
  }
}
