package io.gigafs.server.reply;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.migration.ReplyRow;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoredReply;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A partition's replies to mutations that clients may retry. Used by the lane's thread only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A mutation's reply is committed in the batch that has its effect.
 *   <li>One row has the replies to one client in one batch.
 *   <li>A reply is dropped only when its client has confirmed its number, and a confirmed number is
 *       never executed again.
 * </ol>
 */
public final class DuplicateRequestCache {
  private static final Logger LOG = LoggerFactory.getLogger(DuplicateRequestCache.class);

  private final InodeId directory;
  private final int partition;
  private final ConfirmedNumbers confirmed;
  private final Long2ObjectHashMap<ClientReplies> clients = new Long2ObjectHashMap<>();
  private final List<ClientReplies> changed = new ArrayList<>();

  /** The clients whose replies were added in this commit batch, in order, one element per reply. */
  private final List<ClientReplies> added = new ArrayList<>();

  /** The size of {@code added} when the current task began. */
  private int addedBefore;

  public DuplicateRequestCache(InodeId directory, int partition, ConfirmedNumbers confirmed) {
    this.directory = directory;
    this.partition = partition;
    this.confirmed = confirmed;
  }

  public void load(Store store) {
    clients.clear();
    changed.clear();
    added.clear();
    for (StoredReply reply :
        store.replies(
            directory.value(),
            partition,
            damaged -> LOG.error("dropping unreadable cached replies: {}", damaged.getMessage()))) {
      ReplyBody body = decode(reply.key().row(), reply.body());
      if (body == null) {
        LOG.error(
            "cached replies to client {} for directory {} are unreadable: its retries are executed"
                + " again",
            Long.toHexString(reply.key().client()),
            directory);
      } else {
        client(reply.key().client()).load(body);
      }
    }
  }

  /** Whether a row from another server or from the store can be decoded. */
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

  /** The state of a mutation: {@link Known#NEW}, {@link Known#CONFIRMED} or a recorded answer. */
  public Known find(long client, long number) {
    ClientReplies replies = clients.get(client);
    return replies == null ? Known.NEW : replies.find(number);
  }

  public void add(long client, long nowConfirmed, ReplyItem item) {
    ClientReplies replies = client(client);
    added.add(replies);
    if (replies.add(item, nowConfirmed)) {
      changed.add(replies);
      confirmed.learn(client, nowConfirmed);
    }
  }

  /** Marks the start of a task's changes to the partition. */
  public void mark() {
    addedBefore = added.size();
  }

  /** Drops the replies that were added since the mark, as the task failed. */
  public void rollBack() {
    for (int i = added.size() - 1; i >= addedBefore; i--) {
      ClientReplies replies = added.remove(i);
      if (replies.removeLast()) {
        changed.remove(replies);
      }
    }
  }

  /** Writes the rows of this commit batch, and deletes confirmed rows. */
  public void writeTo(Batch batch, ReplyScratch scratch) {
    for (ClientReplies replies : changed) {
      replies.writeTo(batch, scratch);
    }
    changed.clear();
    added.clear();
    addedBefore = 0;
  }

  /**
   * Drops what clients have confirmed in other partitions, and clients that are silent for long.
   */
  public void sweep(Batch batch, long nowNanos) {
    Iterator<ClientReplies> each = clients.values().iterator();
    while (each.hasNext()) {
      ClientReplies replies = each.next();
      if (replies.sweep(batch, nowNanos, confirmed.of(replies.client()))) {
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

  /** Deletes all rows, of a partition that was removed long ago. */
  public void deleteAll(Batch batch) {
    for (ClientReplies replies : clients.values()) {
      replies.deleteAll(batch);
    }
    changed.clear();
    added.clear();
    addedBefore = 0;
  }

  public boolean isEmpty() {
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

  /** The state of a mutation. */
  public sealed interface Known {
    /** Never decided here. */
    Known NEW = new New();

    /** Confirmed by its client, which therefore needs no answer. */
    Known CONFIRMED = new Confirmed();

    /** The recorded answer; EINVAL if the number belongs to another request. Not valid if new. */
    <R extends Result> Answer<R> answer(Mutation<R> request);

    /**
     * The recorded outcome of an entry of a bulk request, as in its result.
     *
     * @param digest of the entry, see {@link RequestDigest#ofEntry}
     */
    int outcome(short digest);

    /** The recorded inode id of an entry of a bulk request; 0 if there is none. */
    long inode(short digest);

    /**
     * The recorded attributes of the file of an entry of a bulk request; null if there are none.
     */
    @Nullable FileAttributes attributes(short digest);

    /** Never decided here. */
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

      @Override
      public @Nullable FileAttributes attributes(short digest) {
        throw none();
      }

      private static IllegalStateException none() {
        return new IllegalStateException("a new mutation has no answer yet");
      }
    }

    /** Confirmed by its client. */
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

      @Override
      public @Nullable FileAttributes attributes(short digest) {
        return null;
      }
    }

    /** Decided, with a recorded answer. */
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

      @Override
      public @Nullable FileAttributes attributes(short digest) {
        return item.isOfEntry(number, digest) ? item.attributes(number) : null;
      }
    }
  }
}
