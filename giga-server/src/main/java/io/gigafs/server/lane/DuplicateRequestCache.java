package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.ReplyRow;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Reply;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a partition answered to mutations that their clients may ask for again. Used by the lane's
 * thread only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a mutation's answer is committed in the batch that holds its effect;
 *   <li>one row holds what one client was answered in one batch;
 *   <li>an answer is forgotten only when its client has confirmed its number, and a number that was
 *       confirmed is never decided again.
 * </ol>
 */
public final class DuplicateRequestCache {
  private static final Logger LOG = LoggerFactory.getLogger(DuplicateRequestCache.class);

  private final InodeId directory;
  private final int partition;
  private final ConfirmedNumbers confirmed;
  private final Long2ObjectHashMap<ClientReplies> clients = new Long2ObjectHashMap<>();
  private final List<ClientReplies> changed = new ArrayList<>();

  /** Whose answers were added in this commit batch, one by one, in their order. */
  private final List<ClientReplies> added = new ArrayList<>();

  /** How many had been when the task began that is deciding. */
  private int addedBefore;

  DuplicateRequestCache(InodeId directory, int partition, ConfirmedNumbers confirmed) {
    this.directory = directory;
    this.partition = partition;
    this.confirmed = confirmed;
  }

  void load(Store store) {
    clients.clear();
    changed.clear();
    added.clear();
    for (Reply reply :
        store.replies(
            directory.value(),
            partition,
            damaged -> LOG.error("answers to a client are given up: {}", damaged.getMessage()))) {
      ReplyBody body = decode(reply.key().row(), reply.body());
      if (body == null) {
        LOG.error(
            "answers to client {} about directory {} cannot be read: what it asks again now is done"
                + " again",
            Long.toHexString(reply.key().client()),
            directory);
      } else {
        client(reply.key().client()).load(body);
      }
    }
  }

  /** Whether a row can be read that another server sent, or that is stored. */
  public static boolean isReadable(long number, byte[] body) {
    return decode(number, body) != null;
  }

  private static @Nullable ReplyBody decode(long number, byte[] body) {
    try {
      return ReplyBody.decode(number, body);
    } catch (ProtocolException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return null;
    }
  }

  /**
   * What is known of a mutation: {@link Known#NEW}, {@link Known#CONFIRMED} or a recorded answer.
   */
  public Known find(long client, long number) {
    ClientReplies replies = clients.get(client);
    return replies == null ? Known.NEW : replies.find(number);
  }

  void add(long client, long nowConfirmed, ReplyItem item) {
    ClientReplies replies = client(client);
    added.add(replies);
    if (replies.add(item, nowConfirmed)) {
      changed.add(replies);
      confirmed.learn(client, nowConfirmed);
    }
  }

  /** A task begins to change the partition. */
  void mark() {
    addedBefore = added.size();
  }

  /** Forgets the answers that were added since the mark: the task failed. */
  void rollBack() {
    for (int i = added.size() - 1; i >= addedBefore; i--) {
      ClientReplies replies = added.remove(i);
      if (replies.removeLast()) {
        changed.remove(replies);
      }
    }
  }

  /** Writes the rows of this commit batch, and deletes those that are confirmed. */
  void writeTo(Batch batch, ReplyScratch scratch) {
    for (ClientReplies replies : changed) {
      replies.writeTo(batch, scratch);
    }
    changed.clear();
    added.clear();
    addedBefore = 0;
  }

  /** Forgets what clients have confirmed in other partitions, and clients that went silent. */
  void sweep(CommitBatch commitBatch) {
    Iterator<ClientReplies> each = clients.values().iterator();
    while (each.hasNext()) {
      ClientReplies replies = each.next();
      if (replies.sweep(commitBatch, confirmed.of(replies.client()))) {
        each.remove();
      }
    }
  }

  /** All committed rows, for the child of a split. */
  public List<ReplyRow> rows() {
    List<ReplyRow> rows = new ArrayList<>();
    for (ClientReplies replies : clients.values()) {
      replies.addRowsTo(rows);
    }
    return rows;
  }

  /** Deletes all rows, of a partition that has been gone for long. */
  void deleteAll(Batch batch) {
    for (ClientReplies replies : clients.values()) {
      replies.deleteAll(batch);
    }
    changed.clear();
    added.clear();
    addedBefore = 0;
  }

  boolean isEmpty() {
    return clients.isEmpty();
  }

  private ClientReplies client(long client) {
    ClientReplies replies = clients.get(client);
    if (replies == null) {
      replies = new ClientReplies(directory.value(), partition, client);
      clients.put(client, replies);
    }
    return replies;
  }

  /** What is known of a mutation. */
  public sealed interface Known {
    /** It was never decided here. */
    Known NEW = new New();

    /** Its client has its answer already; nobody waits for another. */
    Known CONFIRMED = new Confirmed();

    /**
     * The answer to give, which a new mutation has none of; EINVAL if the number was another
     * request's.
     */
    <R extends Result> Answer<R> answer(Mutation<R> request);

    /**
     * Of the answer to give, all that an entry of a bulk request receives: as in its result.
     *
     * @param digest of the entry, as of {@link RequestDigest#ofEntry}
     */
    int outcome(short digest);

    /** Likewise, the inode id; 0 if there is none. */
    long inode(short digest);

    /** It was never decided here. */
    record New() implements Known {
      @Override
      public <R extends Result> Answer<R> answer(Mutation<R> request) {
        throw none();
      }

      @Override
      public int outcome(short digest) {
        throw none();
      }

      @Override
      public long inode(short digest) {
        throw none();
      }

      private static IllegalStateException none() {
        return new IllegalStateException("a new mutation has no answer yet");
      }
    }

    /** Its client has its answer already. */
    record Confirmed() implements Known {
      @Override
      public <R extends Result> Answer<R> answer(Mutation<R> request) {
        return new Answer.Failed<>(
            ErrorCode.ESTALE, "the client has confirmed this mutation already");
      }

      @Override
      public int outcome(short digest) {
        return ErrorCode.ESTALE.number();
      }

      @Override
      public long inode(short digest) {
        return 0;
      }
    }

    /** It was decided, and answered like this. */
    final class Answered implements Known {
      private final ReplyItem item;
      private final long number;

      Answered(ReplyItem item, long number) {
        this.item = item;
        this.number = number;
      }

      @Override
      public <R extends Result> Answer<R> answer(Mutation<R> request) {
        return item.answer(number, request);
      }

      @Override
      public int outcome(short digest) {
        return item.isOfEntry(number, digest) ? item.outcome(number) : ErrorCode.EINVAL.number();
      }

      @Override
      public long inode(short digest) {
        return item.isOfEntry(number, digest) ? item.inode(number) : 0;
      }
    }
  }
}
