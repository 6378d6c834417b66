package io.gigafs.server.lane;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.MadeFiles;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.CreatesExchange;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.server.crash.CrashPoints;
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
 * What a lane does between two commits: the batch built so far, the answers that wait for it, and
 * what follows.
 *
 * <p>Used on the lane only. Invariants:
 *
 * <ol>
 *   <li>no answer leaves before the batch that it rests on is committed;
 *   <li>if the commit fails, every answer of the commit batch is that failure, and what the lane
 *       remembers of the partitions touched is read from the store again; but what only read is
 *       decided again, so that a store that takes no writes is still read;
 *   <li>a task that throws fails alone: its records are not in the batch, what it changed in memory
 *       is read from the store again, and requests that wait for it are answered.
 * </ol>
 */
public final class CommitBatch {
  private static final Logger LOG = LoggerFactory.getLogger(CommitBatch.class);

  /**
   * So many bytes of records and answers wait for a commit at most, and the last ones' own: few
   * enough for the memory of all lanes, and that their writing takes a few milliseconds.
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

  /** Where the batch was when the task began that is deciding. */
  private long markOfTask;

  /** Numbers tasks, and what they do behind a commit of their own. */
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

  /** Has a task decide; one that throws is answered for, and leaves nothing behind. */
  void run(LaneTask task) {
    markOfTask = batch.mark();
    pendingReplies.beginTask(++tasks);
    try {
      task.run(this);
    } catch (RuntimeException | Error e) {
      failures.note(task, e);
      if (e instanceof StoreException failure) {
        fail(task, StoreErrors.codeOf(failure), StoreErrors.detailOf(failure));
      } else {
        fail(task, ErrorCode.EIO, "internal error, see the server's log: " + e);
      }
    }
  }

  private void fail(LaneTask task, ErrorCode code, String detail) {
    task.fail(this, code, detail);
    boolean hasWritten = batch.mark() != markOfTask;
    boolean hasDone = pendingReplies.hasTaskDone();
    if (!hasWritten && !hasDone) {
      pendingReplies.failAnswersOfTask(code, detail);
      return;
    }
    PendingReplies ofTask = pendingReplies.takeTask();
    batch.rollBackTo(markOfTask);
    // What others decided before is stored first: the partitions are read from the store again.
    commit();
    ofTask.fail(store, code, detail);
  }

  /** Answers the request of the task that is deciding, and fails, unless it was answered. */
  <R extends Result> void failTask(Exchange<R> exchange, ErrorCode code, String detail) {
    if (!pendingReplies.hasTaskAnswered(exchange)) {
      failed(exchange, code, detail);
    }
  }

  /** Monotonic time of the commit batch, ns. */
  public long nanos() {
    return nanos;
  }

  /**
   * Monotonic time of this very moment, ns, for what may not be dated back to the commit batch's
   * start.
   */
  public long nanosNow() {
    return clock.nanos();
  }

  /** Wall-clock time of the commit batch, ns since the epoch. */
  public long wallNanos() {
    return wallNanos;
  }

  /** For keys of which one at a time is needed. */
  public EntryKey.Reused keys() {
    return keys;
  }

  public Batch batch() {
    return batch;
  }

  /** Whether a read may also write: not if it is decided again because a commit failed. */
  public boolean mayReadersWrite() {
    return !isReadingAgain;
  }

  /** Notes which read the next answers are of; null if they are not of a read. */
  void decides(@Nullable LaneTask read) {
    deciding = isReadingAgain ? null : read;
  }

  /** Notes whose mutations are decided next: the client's number, or nobody's. */
  public void decidesFor(long client) {
    author = client;
  }

  /** Whose mutation is being decided: the client's number, or nobody's. */
  public long author() {
    return author;
  }

  /** Notes that an answer carries so many bytes, which wait in memory for the commit. */
  public void carries(int bytes) {
    carriedBytes += bytes;
  }

  /** Whether what waits for the commit is so much that it is better begun. */
  boolean isFull() {
    return batch.bytes() + carriedBytes >= MAX_BYTES;
  }

  /** Sends the answer once the batch is committed. */
  public <R extends Result> void answer(Exchange<R> exchange, Answer<R> answer) {
    pendingReplies.add(exchange, answer, deciding);
  }

  /** Likewise the answers of pipelined creates, to whose files more may be added until then. */
  public void answer(CreatesExchange exchange, MadeFiles made) {
    pendingReplies.add(exchange, made);
  }

  /** Sends a result once the batch is committed. */
  public <R extends Result> void done(Exchange<R> exchange, R result) {
    answer(exchange, new Answer.Done<>(result));
  }

  /** Sends an error once the batch is committed. */
  public <R extends Result> void failed(Exchange<R> exchange, ErrorCode code, String detail) {
    answer(exchange, new Answer.Failed<>(code, detail));
  }

  /** Sends the final answer of a mutation and remembers it for a retry. */
  public <R extends Result> void settle(
      PartitionState partition, Mutation<R> request, Exchange<R> exchange, Answer<R> answer) {
    settle(partition, request, exchange, answer, answer);
  }

  /**
   * Likewise, where not all that is answered is worth remembering.
   *
   * @param remembered what a retry is answered
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
   * Remembers the final answer of a mutation for a retry.
   *
   * @param digest of the request, as of {@link RequestDigest#of}
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

  /**
   * Remembers what became of many mutations of one request; of none, nothing.
   *
   * @param numbers ascending
   * @param digests as many, as of {@link RequestDigest#ofEntry}
   * @param decided as many outcomes; {@link BulkCreateResult#ELSEWHERE} for what is not to be
   *     remembered here
   */
  public void remember(
      PartitionState partition,
      long client,
      long confirmed,
      long[] numbers,
      short[] digests,
      BulkCreateResult decided) {
    BulkReplyEntry replies = BulkReplyEntry.of(numbers, digests, decided);
    if (replies != null) {
      pendingReplies.touch(partition);
      partition.replies().add(client, confirmed, replies);
    }
  }

  /**
   * Remembers what pipelined creates have made in one partition: some of the files, from one to
   * before another.
   */
  public void remember(
      PartitionState partition, long client, long confirmed, MadeFiles made, int from, int to) {
    pendingReplies.touch(partition);
    partition.replies().add(client, confirmed, new CreateReplyEntry(made, from, to));
  }

  /** Notes that the batch changes the partition. */
  void touch(PartitionState partition) {
    pendingReplies.touch(partition);
  }

  /**
   * Runs the action within the commit batch once the batch is committed and before its answers are
   * sent; it may not use this commit batch.
   */
  public void afterCommit(Runnable action) {
    pendingReplies.addAfterCommit(action);
  }

  /** Runs the action within the commit batch if the batch could not be committed. */
  public void onFailure(Runnable action) {
    pendingReplies.addOnFailure((code, detail) -> action.run());
  }

  /** Likewise, and tells the action why. */
  public void onFailureTell(BiConsumer<ErrorCode, String> action) {
    pendingReplies.addOnFailure(action);
  }

  /**
   * Commits what was decided so far and sends its answers, so that what follows sees it in scans.
   *
   * @return whether that succeeded; if not, all of it was answered with the failure
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
      crashPoints.reached(CrashPoint.TURN_COMMITTED);
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

  /** Gives the commit batch up: nothing of it was done, and everyone is told so. */
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
