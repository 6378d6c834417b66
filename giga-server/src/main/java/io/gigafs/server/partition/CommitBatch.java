package io.gigafs.server.partition;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
import io.gigafs.server.reply.BulkEntries;
import io.gigafs.server.reply.BulkReplyEntry;
import io.gigafs.server.reply.DecidedEntries;
import io.gigafs.server.reply.ReplyScratch;
import io.gigafs.server.reply.SingleReplyEntry;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Store;
import io.gigafs.tablefs.StoreException;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The work of a lane between two commits: the write batch built so far, and the replies and actions
 * that wait for its commit.
 *
 * <p>Used on the lane only. Invariants:
 *
 * <ol>
 *   <li>No reply is sent before the batch that it depends on is committed.
 *   <li>If the commit fails, every reply is that failure, and the state of the changed partitions
 *       is reloaded from the store. Reads are decided again, so that a store that rejects writes
 *       still serves reads.
 *   <li>A task that throws fails alone: its records are removed from the batch, the partitions that
 *       it changed are reloaded from the store, and its waiting requests are answered.
 * </ol>
 */
public final class CommitBatch {
  private static final Logger LOG = LoggerFactory.getLogger(CommitBatch.class);

  /**
   * The limit of records and replies that wait for a commit, not counting the last ones: small
   * enough for the memory of all lanes, and for writing them in a few milliseconds.
   */
  private static final int MAX_BYTES = 4 << 20;

  private final Store store;
  private final Clock clock;
  private final TaskFailures failures;
  private final CrashPoints crashPoints;
  private final Batch batch;
  private final ReplyScratch scratch = new ReplyScratch();
  private final EntryKey.Reused keys = new EntryKey.Reused();
  private PendingReplies pendingReplies;
  private PendingReplies spare;
  private @Nullable LaneTask deciding;
  private long author = ChangeCounter.NOBODY;
  private boolean isReadingAgain;

  /** The request that gets the error if the current task throws; null if that is its own. */
  private @Nullable Exchange<?> waitingForTask;

  /** The position of the batch when the current task began. */
  private long markOfTask;

  /** A number for each task, and for its work after a commit of its own. */
  private long tasks;

  private long carriedBytes;
  private long nanos;
  private long wallNanos;

  CommitBatch(Store store, Clock clock, TaskFailures failures, CrashPoints crashPoints) {
    this.store = store;
    this.clock = clock;
    this.failures = failures;
    this.crashPoints = crashPoints;
    this.batch = store.newBatch();
    this.pendingReplies = new PendingReplies(failures);
    this.spare = new PendingReplies(failures);
  }

  void begin() {
    nanos = clock.nanos();
    wallNanos = clock.wallNanos();
  }

  /** Runs a task; if it throws, its requests are answered and its changes rolled back. */
  void run(LaneTask task) {
    markOfTask = batch.mark();
    pendingReplies.beginTask(++tasks);
    waitingForTask = null;
    try {
      task.run(this);
    } catch (RuntimeException | Error e) {
      failures.note(task.toString(), e);
      if (e instanceof StoreException failure) {
        fail(task, StoreErrors.codeOf(failure), StoreErrors.detailOf(failure));
      } else {
        fail(task, ErrorCode.EIO, "internal error, see the server's log: " + e);
      }
    }
  }

  private void fail(LaneTask task, ErrorCode code, String detail) {
    task.fail(this, code, detail);
    if (waitingForTask != null) {
      failTask(waitingForTask, code, detail);
    }
    boolean hasWritten = batch.mark() != markOfTask;
    boolean hasDone = pendingReplies.hasTaskDone();
    if (!hasWritten && !hasDone) {
      pendingReplies.failAnswersOfTask(code, detail);
      return;
    }
    PendingReplies ofTask = pendingReplies.takeTask();
    batch.rollBackTo(markOfTask);
    // The other tasks' changes are committed first, as reloading the partitions would drop them.
    commit();
    ofTask.fail(store, code, detail);
  }

  /** Sets the request that gets the error if the current task throws, unless it was answered. */
  public void reportFailureTo(Exchange<?> exchange) {
    waitingForTask = exchange;
  }

  /** Answers the request of the current task, which failed, unless it was answered. */
  public <R extends Result> void failTask(Exchange<R> exchange, ErrorCode code, String detail) {
    if (!pendingReplies.hasTaskAnswered(exchange)) {
      failed(exchange, code, detail);
    }
  }

  /** Monotonic time at the start of the commit batch, ns. */
  public long nanos() {
    return nanos;
  }

  /** Monotonic time now, ns, for what must not be dated back to the start of the commit batch. */
  public long nanosNow() {
    return clock.nanos();
  }

  /** Wall-clock time at the start of the commit batch, ns since the epoch. */
  public long wallNanos() {
    return wallNanos;
  }

  /** A reusable key, for callers that need one at a time. */
  public EntryKey.Reused keys() {
    return keys;
  }

  public Batch batch() {
    return batch;
  }

  /** Whether a read may also write; not when it is decided again after a failed commit. */
  public boolean mayReadersWrite() {
    return !isReadingAgain;
  }

  /** Sets the read that the next replies belong to; null if they belong to no read. */
  void decides(@Nullable LaneTask read) {
    deciding = isReadingAgain ? null : read;
  }

  /** Sets the client whose mutations are decided next, or nobody. */
  public void decidesFor(long client) {
    author = client;
  }

  /** The client whose mutation is being decided, or nobody. */
  public long author() {
    return author;
  }

  /** Adds the bytes that a reply keeps in memory until the commit. */
  public void carries(int bytes) {
    carriedBytes += bytes;
  }

  /** Whether so much waits for the commit that it should start now. */
  boolean isFull() {
    return batch.bytes() + carriedBytes >= MAX_BYTES;
  }

  /** Sends the answer once the batch is committed. */
  public <R extends Result> void answer(Exchange<R> exchange, Answer<R> answer) {
    pendingReplies.add(exchange, answer, deciding);
  }

  /** Sends a result once the batch is committed. */
  public <R extends Result> void done(Exchange<R> exchange, R result) {
    answer(exchange, new Answer.Done<>(result));
  }

  /** Sends an error once the batch is committed. */
  public <R extends Result> void failed(Exchange<R> exchange, ErrorCode code, String detail) {
    answer(exchange, new Answer.Failed<>(code, detail));
  }

  /** Sends the final answer of a mutation and caches it for a retry. */
  public <R extends Result> void settle(
      PartitionState partition, Mutation<R> request, Exchange<R> exchange, Answer<R> answer) {
    settle(partition, request, exchange, answer, answer);
  }

  /**
   * Sends the final answer of a mutation, and caches a reduced one for a retry.
   *
   * @param remembered the answer to a retry
   */
  public <R extends Result> void settle(
      PartitionState partition,
      Mutation<R> request,
      Exchange<R> exchange,
      Answer<R> answer,
      Answer<R> remembered) {
    remember(
        partition,
        exchange.peer().clientId(),
        request.sequence().number(),
        request.sequence().confirmed(),
        RequestDigest.of(request),
        request.opcode(),
        remembered);
    answer(exchange, answer);
  }

  /**
   * Caches the final answer of a mutation for a retry.
   *
   * @param digest of the request, see {@link RequestDigest#of}
   */
  public <R extends Result> void remember(
      PartitionState partition,
      long client,
      long number,
      long confirmed,
      int digest,
      Opcode<R> opcode,
      Answer<R> answer) {
    pendingReplies.touch(partition);
    partition.replies().add(client, confirmed, SingleReplyEntry.of(number, digest, opcode, answer));
  }

  /** Caches the outcomes of the mutations of one request in one partition. */
  public void remember(
      PartitionState partition,
      long client,
      long confirmed,
      DecidedEntries decided,
      BulkEntries entries) {
    BulkReplyEntry replies = BulkReplyEntry.of(decided, entries);
    if (replies != null) {
      pendingReplies.touch(partition);
      partition.replies().add(client, confirmed, replies);
    }
  }

  /** Records that the batch changes the partition. */
  void touch(PartitionState partition) {
    pendingReplies.touch(partition);
  }

  /**
   * Runs the action on the lane after the commit and before the replies are sent; it must not use
   * this commit batch.
   */
  public void afterCommit(Runnable action) {
    pendingReplies.addAfterCommit(action);
  }

  /** Runs the action on the lane if the commit or the task that adds it fails. */
  public void onFailure(Runnable action) {
    pendingReplies.addOnFailure((code, detail) -> action.run());
  }

  /** The same, with the error. */
  public void onFailure(BiConsumer<ErrorCode, String> action) {
    pendingReplies.addOnFailure(action);
  }

  /**
   * Commits what was decided so far and sends its replies, so that later scans see it.
   *
   * @return whether the commit succeeded; if not, all requests were answered with the failure
   */
  public boolean commit() {
    PendingReplies committing = takePendingReplies();
    boolean isEmpty = true;
    try {
      List<PartitionState> touched = committing.touched();
      for (int i = 0; i < touched.size(); i++) {
        touched.get(i).replies().writeTo(batch, scratch);
      }
      isEmpty = batch.isEmpty();
      if (!isEmpty) {
        store.commit(batch);
      }
    } catch (StoreException e) {
      StoreErrors.log(LOG, "a batch of " + batch.size() + " records could not be committed", e);
      failToCommit(committing, StoreErrors.codeOf(e), StoreErrors.detailOf(e));
      return false;
    } catch (RuntimeException | Error e) {
      LOG.error("a batch of {} records could not be written", batch.size(), e);
      failToCommit(committing, ErrorCode.EIO, "internal error, see the server's log: " + e);
      return false;
    }
    if (!isEmpty) {
      crashPoints.reached(CrashPoint.BATCH_COMMITTED);
    }
    batch.clear();
    markOfTask = batch.mark();
    committing.succeed();
    return true;
  }

  private void failToCommit(PendingReplies failing, ErrorCode code, String detail) {
    batch.clear();
    markOfTask = batch.mark();
    List<LaneTask> reads = failing.takeReads();
    failing.fail(store, code, detail);
    if (!reads.isEmpty()) {
      isReadingAgain = true;
      try {
        reads.forEach(this::run);
        commit();
      } finally {
        isReadingAgain = false;
      }
    }
  }

  /**
   * Drops the commit batch: nothing of it was done, and all its requests are answered with the
   * error.
   */
  void fail(ErrorCode code, String detail) {
    PendingReplies failing = takePendingReplies();
    batch.clear();
    failing.fail(store, code, detail);
  }

  private PendingReplies takePendingReplies() {
    carriedBytes = 0;
    PendingReplies taken = pendingReplies;
    pendingReplies = spare;
    pendingReplies.beginTask(++tasks);
    spare = taken;
    return taken;
  }
}
