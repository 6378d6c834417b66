package io.gigafs.server.lane;

import io.gigafs.protocol.ReplyRow;
import io.gigafs.server.lane.DuplicateRequestCache.Known;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Reply;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one partition answered to one client. Used on the lane only.
 *
 * <p>There is always a row in the store that says what the client had confirmed, so that this is
 * known after a restart, and at the child of a split.
 */
final class ClientReplies {
  /**
   * A client that was silent for this long asks for nothing again: far longer than the longest
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

  /** Takes over a row of the store. */
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

  /** Notes an answer of this commit batch; returns whether it is the commit batch's first. */
  boolean add(ReplyItem item, long nowConfirmed) {
    boolean isFirst = pending.isEmpty();
    pending.add(item);
    highest = Math.max(highest, item.last());
    confirmed = Math.max(confirmed, nowConfirmed);
    used = true;
    return isFirst;
  }

  /**
   * Forgets the answer that was noted last in this commit batch; returns whether it was the only
   * one.
   */
  boolean removeLast() {
    pending.remove(pending.size() - 1);
    return pending.isEmpty();
  }

  /**
   * Writes the row of this commit batch, and deletes those that are confirmed. It takes the place
   * of one of them, if there is one: that is one record less, for nearly every turn.
   */
  void writeTo(Batch batch, ReplyScratch scratch) {
    @Nullable ReplyBody replaced = takeConfirmed();
    long row = replaced == null ? freshRow() : replaced.row();
    put(batch, new ReplyBody(row, confirmed, itemsOfTurn()), scratch);
    pending.clear();
    deleteConfirmed(batch);
  }

  /** One most of the time, for which no array is copied. */
  private List<ReplyItem> itemsOfTurn() {
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

  /** A number that no row has: that of a mutation that is decided once, and now. */
  private long freshRow() {
    return pending.get(0).first();
  }

  private void put(Batch batch, ReplyBody row, ReplyScratch scratch) {
    rows.addLast(row);
    ByteBuf encoded = row.encodeInto(scratch);
    batch.putReply(key(row), encoded.array(), encoded.readableBytes());
  }

  /** All rows but the newest, which says what is confirmed. */
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
   * Learns what the client confirmed elsewhere; a newest row that is confirmed whole is replaced by
   * one without answers.
   *
   * @return whether the client has been silent for so long that its rows were deleted
   */
  boolean sweep(CommitBatch commitBatch, long nowConfirmed) {
    if (used) {
      used = false;
      usedNanos = commitBatch.nanos();
    }
    if (commitBatch.nanos() - usedNanos > EXPIRY_NANOS) {
      deleteAll(commitBatch.batch());
      return true;
    }
    confirmed = Math.max(confirmed, nowConfirmed);
    ReplyBody newest = rows.peekLast();
    if (pending.isEmpty() && newest != null && !newest.isEmpty() && newest.last() <= confirmed) {
      put(
          commitBatch.batch(),
          new ReplyBody(newest.row(), confirmed, List.of()),
          new ReplyScratch());
      rows.removeIf(row -> row == newest);
      deleteConfirmed(commitBatch.batch());
    }
    return false;
  }

  /** Deletes the rows from the store, not from memory. */
  void deleteAll(Batch batch) {
    for (ReplyBody row : rows) {
      batch.deleteReply(key(row));
    }
  }

  /** The committed rows, for the child of a split. */
  void addRowsTo(List<ReplyRow> all) {
    ReplyScratch scratch = new ReplyScratch();
    for (ReplyBody row : rows) {
      all.add(new ReplyRow(client, row.row(), row.encode(scratch)));
    }
  }

  private Reply.Key key(ReplyBody row) {
    return new Reply.Key(directory, partition, client, row.row());
  }
}
