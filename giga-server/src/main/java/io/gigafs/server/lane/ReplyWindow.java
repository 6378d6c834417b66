package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ReplyRow;
import io.gigafs.protocol.Result;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Reply;
import io.gigafs.tablefs.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a partition answered to mutations that their clients may ask for again. Used by the lane's
 * thread only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a mutation's answer is committed in the batch that holds its effect;
 *   <li>one row holds what one client was answered in one batch;
 *   <li>a row is deleted only when its client has confirmed every number in it, and a number that
 *       was confirmed is never decided again.
 * </ol>
 */
public final class ReplyWindow {
  /**
   * A client that was silent for this long asks for nothing again: far longer than the longest
   * timeout of an operation.
   */
  private static final long EXPIRY_NANOS = 15L * 60 * 1_000_000_000L;

  private final InodeId directory;
  private final int partition;
  private final Map<Long, ClientReplies> clients = new HashMap<>();
  private final List<ClientReplies> changed = new ArrayList<>();

  ReplyWindow(InodeId directory, int partition) {
    this.directory = directory;
    this.partition = partition;
  }

  void load(Store store) {
    clients.clear();
    changed.clear();
    for (Reply reply : store.replies(directory.value(), partition)) {
      client(reply.key().client()).rows.addLast(ReplyBody.decode(reply.body()));
    }
    clients.values().forEach(ClientReplies::findHighest);
  }

  /**
   * What is known of a mutation: {@link Known#NEW}, {@link Known#CONFIRMED} or a recorded answer.
   */
  public Known find(long client, long number) {
    ClientReplies replies = clients.get(client);
    if (replies == null || number > replies.highest) {
      return Known.NEW;
    }
    return replies.find(number);
  }

  <R extends Result> void add(
      long client, long number, long confirmed, Opcode<R> opcode, Answer<R> answer) {
    ClientReplies replies = client(client);
    if (replies.pending.isEmpty()) {
      changed.add(replies);
    }
    replies.pending.add(ReplyItem.of(number, opcode, answer));
    replies.highest = Math.max(replies.highest, number);
    replies.used = true;
    replies.confirmed = Math.max(replies.confirmed, confirmed);
  }

  /** Writes the rows of this turn, and deletes those that were confirmed. */
  void writeTo(Batch batch) {
    for (ClientReplies replies : changed) {
      replies.writeTo(batch, directory.value(), partition);
    }
    changed.clear();
  }

  /** All committed rows, for the child of a split. */
  public List<ReplyRow> rows() {
    List<ReplyRow> rows = new ArrayList<>();
    clients.forEach(
        (client, replies) -> {
          for (ReplyBody row : replies.rows) {
            rows.add(new ReplyRow(client, row.last(), row.encode()));
          }
        });
    return rows;
  }

  /** Deletes all rows, of a partition that goes away; what they say stays in memory. */
  void deleteAll(Batch batch) {
    clients.forEach(
        (client, replies) -> {
          for (ReplyBody row : replies.rows) {
            batch.deleteReply(new Reply.Key(directory.value(), partition, client, row.last()));
          }
        });
  }

  boolean isEmpty() {
    return clients.isEmpty();
  }

  /** Deletes the rows of clients that were silent for longer than any client repeats itself. */
  void expire(Turn turn) {
    clients
        .values()
        .removeIf(
            replies -> {
              boolean expired = replies.isExpired(turn.nanos());
              if (expired) {
                for (ReplyBody row : replies.rows) {
                  turn.batch()
                      .deleteReply(
                          new Reply.Key(directory.value(), partition, replies.client, row.last()));
                }
              }
              return expired;
            });
  }

  private ClientReplies client(long client) {
    return clients.computeIfAbsent(client, ClientReplies::new);
  }

  /** What is known of a mutation. */
  public sealed interface Known {
    /** It was never decided here. */
    Known NEW = new New();

    /** Its client has its answer already; nobody waits for another. */
    Known CONFIRMED = new Confirmed();

    /** The answer to give, which a new mutation has none of. */
    <R extends Result> Answer<R> answer(Opcode<R> opcode);

    /** It was never decided here. */
    record New() implements Known {
      @Override
      public <R extends Result> Answer<R> answer(Opcode<R> opcode) {
        throw new IllegalStateException("a new mutation has no answer yet");
      }
    }

    /** Its client has its answer already. */
    record Confirmed() implements Known {
      @Override
      public <R extends Result> Answer<R> answer(Opcode<R> opcode) {
        return new Answer.Failed<>(
            ErrorCode.ESTALE, "the client has confirmed this mutation already");
      }
    }

    /** It was decided, and answered like this. */
    record Answered(ReplyItem item) implements Known {
      @Override
      public <R extends Result> Answer<R> answer(Opcode<R> opcode) {
        return item.answer(opcode);
      }
    }
  }

  private static final class ClientReplies {
    final long client;
    final Deque<ReplyBody> rows = new ArrayDeque<>();
    final List<ReplyItem> pending = new ArrayList<>();
    long highest;
    long confirmed;
    long lastUsedNanos;
    boolean used;

    ClientReplies(long client) {
      this.client = client;
    }

    /** Silence is counted from the first time that anyone asks. */
    boolean isExpired(long nowNanos) {
      if (used || !pending.isEmpty()) {
        used = false;
        lastUsedNanos = nowNanos;
        return false;
      }
      return nowNanos - lastUsedNanos > EXPIRY_NANOS;
    }

    void findHighest() {
      used = true;
      for (ReplyBody row : rows) {
        highest = Math.max(highest, row.last());
      }
    }

    Known find(long number) {
      for (ReplyBody row : rows) {
        @Nullable ReplyItem item = row.find(number);
        if (item != null) {
          return new Known.Answered(item);
        }
      }
      for (ReplyItem item : pending) {
        if (item.number() == number) {
          return new Known.Answered(item);
        }
      }
      return number <= confirmed ? Known.CONFIRMED : Known.NEW;
    }

    void writeTo(Batch batch, long directory, int partition) {
      ReplyBody row = ReplyBody.of(pending);
      pending.clear();
      rows.addLast(row);
      batch.putReply(
          new Reply(new Reply.Key(directory, partition, client, row.last()), row.encode()));
      Iterator<ReplyBody> oldest = rows.iterator();
      while (oldest.hasNext()) {
        ReplyBody old = oldest.next();
        if (old.last() <= confirmed) {
          batch.deleteReply(new Reply.Key(directory, partition, client, old.last()));
          oldest.remove();
        }
      }
    }
  }
}
