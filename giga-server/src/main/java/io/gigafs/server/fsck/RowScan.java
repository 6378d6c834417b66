package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.fsck.FindingKind;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.reply.DuplicateRequestCache;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoredReply;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Scans intents and reply rows. Thread-safe. */
final class RowScan {
  private static final int MAX_REPLIES = 8_192;
  private static final int REPLY_KEY_BYTES = 26;

  private final ServerContext context;

  RowScan(ServerContext context) {
    this.context = context;
  }

  /** All intents: there are only as many as splits and transactions in progress. */
  ScanPortion intents(ScanCursor<CheckStage> cursor) {
    ScanPortion portion = new ScanPortion();
    try {
      for (Intent intent : context.store().allIntents()) {
        if (intent.slot() >= context.view().slots()) {
          portion.suspect(DamagedRow.suspect(intent));
        } else if (!endsByItself(intent)) {
          portion.suspect(Suspects.intent(intent.slot(), intent.transaction()));
        }
      }
    } catch (CorruptRowException e) {
      portion.suspect(DamagedRow.suspect(e));
      portion.unchecked("intents beside a row whose key cannot be read");
    }
    holds(portion);
    portion.resumesAt(cursor.nextStage());
    return portion;
  }

  /** Open-state records: there are as many as open files. */
  private void holds(ScanPortion portion) {
    context
        .store()
        .scanAllAttached(
            Attachment.HOLD,
            (key, row) -> {
              if (DamagedRow.flawOfHold(row) != null) {
                portion.suspect(DamagedRow.suspect(key, row));
              }
              return true;
            },
            damaged -> portion.suspect(DamagedRow.suspect(damaged)));
  }

  /** A delegation or copies, which last for as long as they are used. */
  private static boolean endsByItself(Intent intent) {
    int kind = intent.body().length > 0 ? intent.body()[0] : 0;
    return kind == IntentKind.DELEGATION.code() || kind == IntentKind.COPIES.code();
  }

  /** Some of the reply rows. */
  ScanPortion replies(ScanCursor<CheckStage> cursor) {
    ScanPortion portion = new ScanPortion();
    Set<PartitionKey> seen = new LinkedHashSet<>();
    StoredReply.Key[] last = new StoredReply.Key[1];
    int[] rows = new int[1];
    try {
      context
          .store()
          .scanAllReplies(
              decode(cursor),
              reply -> {
                last[0] = reply.key();
                seen.add(partitionOf(reply.key()));
                if (!DuplicateRequestCache.isReadable(reply.key().row(), reply.body())) {
                  portion.suspect(DamagedRow.suspect(reply.key()));
                }
                return ++rows[0] < MAX_REPLIES;
              });
      portion.resumesAt(
          rows[0] < MAX_REPLIES ? cursor.nextStage() : cursor.behind(encode(last[0])));
    } catch (CorruptRowException e) {
      portion.suspect(DamagedRow.suspect(e));
      portion.unchecked("replies behind a row whose key cannot be read");
      portion.resumesAt(cursor.nextStage());
    }
    for (PartitionKey partition : seen) {
      if (!isThere(partition)) {
        portion.suspect(Suspects.partition(FindingKind.LEFT_REPLIES, partition));
      }
    }
    return portion;
  }

  private PartitionKey partitionOf(StoredReply.Key key) {
    int slot =
        context.view().slotOf(new InodeId(key.directory()), new PartitionIndex(key.partition()));
    return new PartitionKey(slot, key.directory(), key.partition());
  }

  private boolean isThere(PartitionKey key) {
    try {
      return context.store().getPartition(key) != null;
    } catch (CorruptRowException e) {
      return true;
    }
  }

  private static StoredReply.@Nullable Key decode(ScanCursor<CheckStage> cursor) {
    if (cursor.isAtStart()) {
      return null;
    }
    if (cursor.after().length != REPLY_KEY_BYTES) {
      throw new ScanCursor.NoCursorException();
    }
    ByteBuffer in = ByteBuffer.wrap(cursor.after());
    return new StoredReply.Key(
        in.getLong(), Short.toUnsignedInt(in.getShort()), in.getLong(), in.getLong());
  }

  static byte[] encode(StoredReply.Key key) {
    return ByteBuffer.allocate(REPLY_KEY_BYTES)
        .putLong(key.directory())
        .putShort((short) key.partition())
        .putLong(key.client())
        .putLong(key.row())
        .array();
  }
}
