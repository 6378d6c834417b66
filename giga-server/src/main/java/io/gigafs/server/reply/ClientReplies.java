package io.gigafs.server.reply;

import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.StoredReply;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One partition's cached replies to one client. Used on the lane only.
 *
 * <p>The store always has a row with the client's confirmed number, so that it is known after a
 * restart and to the child of a split.
 */
final class ClientReplies {
  /**
   * A client that was silent for this long sends no retries: the time is far longer than any
   * timeout of an operation.
   */
  private static final long EXPIRY_NANOS = 15L * 60 * 1_000_000_000L;

  private final long directory;
  private final int partition;
  private final long client;
  private final Deque<ReplyBody> rows = new ArrayDeque<>();
  private final List<ReplyItem> pending = new ArrayList<>();
  private long highest;
  private long confirmed;
  private boolean used = true;
  private long usedNanos;

  ClientReplies(long directory, int partition, long client) {
    this.directory = directory;
    this.partition = partition;
    this.client = client;
  }

  long client() {
    return client;
  }

  /** Adds a row of the store. */
  void load(ReplyBody row) {
    ReplyBody newest = rows.peekLast();
    if (newest == null || newest.confirmed() <= row.confirmed()) {
      rows.addLast(row);
    } else {
      rows.addFirst(row);
    }
    highest = Math.max(highest, row.last());
    confirmed = Math.max(confirmed, row.confirmed());
  }

  Known find(long number) {
    if (number <= confirmed) {
      return Known.CONFIRMED;
    }
    if (number > highest) {
      return Known.NEW;
    }
    for (ReplyBody row : rows) {
      @Nullable ReplyItem item = row.find(number);
      if (item != null) {
        return new Known.Answered(item, number);
      }
    }
    for (ReplyItem item : pending) {
      if (item.has(number)) {
        return new Known.Answered(item, number);
      }
    }
    return Known.NEW;
  }

  /** Adds a reply of this commit batch; returns whether it is the first one in the batch. */
  boolean add(ReplyItem item, long nowConfirmed) {
    boolean isFirst = pending.isEmpty();
    pending.add(item);
    highest = Math.max(highest, item.last());
    confirmed = Math.max(confirmed, nowConfirmed);
    used = true;
    return isFirst;
  }

  /** Removes the last reply of this commit batch; returns whether it was the only one. */
  boolean removeLast() {
    pending.remove(pending.size() - 1);
    return pending.isEmpty();
  }

  /**
   * Writes the row of this commit batch, and deletes confirmed rows. The new row replaces a
   * confirmed one if possible, which saves a delete in nearly every commit batch.
   */
  void writeTo(Batch batch, ReplyScratch scratch) {
    @Nullable ReplyBody replaced = takeConfirmed();
    long row = replaced == null ? freshRow() : replaced.row();
    put(batch, new ReplyBody(row, confirmed, itemsOfBatch()), scratch);
    pending.clear();
    deleteConfirmed(batch);
  }

  /** Avoids the copy of an array in the usual case of one item. */
  private List<ReplyItem> itemsOfBatch() {
    return pending.size() == 1 ? List.of(pending.get(0)) : List.copyOf(pending);
  }

  private @Nullable ReplyBody takeConfirmed() {
    Iterator<ReplyBody> each = rows.iterator();
    while (each.hasNext()) {
      ReplyBody row = each.next();
      if (row.last() <= confirmed) {
        each.remove();
        return row;
      }
    }
    return null;
  }

  /** A row number that is unique, because a mutation is decided only once. */
  private long freshRow() {
    return pending.get(0).first();
  }

  private void put(Batch batch, ReplyBody row, ReplyScratch scratch) {
    rows.addLast(row);
    ByteBuf encoded = row.encodeInto(scratch);
    batch.putReply(key(row), encoded.array(), encoded.readableBytes());
  }

  /** Keeps the newest row, which has the confirmed number. */
  private void deleteConfirmed(Batch batch) {
    ReplyBody newest = rows.peekLast();
    Iterator<ReplyBody> each = rows.iterator();
    while (each.hasNext()) {
      ReplyBody row = each.next();
      if (row != newest && row.last() <= confirmed) {
        batch.deleteReply(key(row));
        each.remove();
      }
    }
  }

  /**
   * Learns what the client confirmed elsewhere. If the newest row is fully confirmed, a row without
   * replies replaces it.
   *
   * @return whether the client was silent for so long that its rows were deleted
   */
  boolean sweep(Batch batch, long nowNanos, long nowConfirmed) {
    if (used) {
      used = false;
      usedNanos = nowNanos;
    }
    if (nowNanos - usedNanos > EXPIRY_NANOS) {
      deleteAll(batch);
      return true;
    }
    confirmed = Math.max(confirmed, nowConfirmed);
    ReplyBody newest = rows.peekLast();
    if (pending.isEmpty() && newest != null && !newest.isEmpty() && newest.last() <= confirmed) {
      put(batch, new ReplyBody(newest.row(), confirmed, List.of()), new ReplyScratch());
      rows.removeIf(row -> row == newest);
      deleteConfirmed(batch);
    }
    return false;
  }

  /** Deletes the rows from the store, not from memory. */
  void deleteAll(Batch batch) {
    for (ReplyBody row : rows) {
      batch.deleteReply(key(row));
    }
  }

  /** Adds the committed rows, for the child of a split. */
  void addRowsTo(List<ReplyRow> all) {
    ReplyScratch scratch = new ReplyScratch();
    for (ReplyBody row : rows) {
      all.add(new ReplyRow(client, row.row(), row.encode(scratch)));
    }
  }

  private StoredReply.Key key(ReplyBody row) {
    return new StoredReply.Key(directory, partition, client, row.row());
  }
}
