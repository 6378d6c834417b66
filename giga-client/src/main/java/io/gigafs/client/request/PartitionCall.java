package io.gigafs.client.request;

import io.gigafs.client.FlushScope;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * One request to the server of a partition, retried until it has a final answer. Used by one thread
 * at a time: attempts follow one another.
 *
 * <ul>
 *   <li>SPLIT and MOVED with a newer map or view retry at once, at the new target. That terminates,
 *       because maps only gain bits and epochs only increase.
 *   <li>SPLIT and MOVED without anything newer, RETRY, a lost connection and a missing answer retry
 *       after a pause.
 *   <li>A server that was asked for a copy and has none, or does not answer within a second, causes
 *       an immediate retry at the partition's server.
 *   <li>ESTALE of a partition that a split made retries once, with the map learned anew.
 *   <li>The call ends by {@link #done} or {@link #failed}, exactly once, by the operation's
 *       deadline. A call that has ended may be started again.
 * </ul>
 *
 * @param <R> the result type
 */
public abstract class PartitionCall<R extends Result> implements BiConsumer<Answer<R>, Throwable> {
  /** The timeout of one attempt. */
  private static final long ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** The shorter timeout of a server asked for a copy: there is an alternative. */
  private static final long COPY_ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(1);

  /** More than the maximum depth of a directory: a server that redirects more often is faulty. */
  private static final int MAX_REDIRECTS = 2 * PartitionIndex.MAX_DEPTH;

  private final RequestContext context;
  private final ClientOperation<?> operation;
  private InodeId directory = InodeId.SUPER_ROOT;
  private PartitionIndex partition = PartitionIndex.ZEROTH;
  private long hash;
  private long sentNanos;
  private int redirects;
  private int failures;
  private @Nullable ServerInfo server;

  /** Whether the server may have a copy, rather than the partition itself. */
  private boolean isOfCopy;

  /** Whether a server had no copy, so that only the partition's server is asked. */
  private boolean isCopyLacking;

  /** The partition that answered ESTALE last. */
  private @Nullable PartitionIndex stalePartition;

  private @Nullable Throwable lastFailure;

  /** The reason of the last RETRY answer; empty if it gave none, or there was another answer. */
  private String retryReason = "";

  public PartitionCall(RequestContext context, ClientOperation<?> operation) {
    this.context = context;
    this.operation = operation;
  }

  /** The request in its current form, to this partition. */
  protected abstract Request<R> request(InodeId directory, PartitionIndex partition);

  /** The request succeeded. */
  protected abstract void done(R result);

  /** The request failed, or its outcome is unknown. The failure names the operation's path. */
  protected abstract void failed(GigaException failure);

  /** An error that names the request's subject; by default the operation's path. */
  protected GigaException failure(ErrorCode code, String detail) {
    return operation.failure(code, detail);
  }

  /** Whether no caller waits for the answer. */
  protected boolean isDeferred() {
    return false;
  }

  /**
   * Which of this client's changes must be flushed before the request; by default those of any name
   * of the directory.
   */
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.DIRECTORY;
  }

  /** Whether the subclass has continued elsewhere, because the partition does not hold the name. */
  protected boolean goesOnElsewhere() {
    return false;
  }

  /**
   * A server that may have a copy of what is requested, to be asked instead of the partition's
   * server; null for none.
   */
  protected @Nullable ServerInfo copyHolder() {
    return null;
  }

  /** The server that was asked for its copy has none, or did not answer. */
  protected void lacksCopy() {}

  /** The target partition; by default the one of the hash. */
  public PartitionIndex route(PartitionMap map) {
    return map.indexOf(hash);
  }

  /** Whether the attempt goes, or went, to a server that may have a copy. */
  protected final boolean asksForCopy() {
    return isOfCopy;
  }

  protected RequestContext context() {
    return context;
  }

  protected final ClientOperation<?> operation() {
    return operation;
  }

  /** The partition that was asked last. */
  protected final PartitionIndex partition() {
    return partition;
  }

  protected final InodeId directory() {
    return directory;
  }

  /** The hash that selects the partition. */
  public final long hash() {
    return hash;
  }

  /** When the last attempt was sent. */
  protected final long sentNanos() {
    return sentNanos;
  }

  /** Sends the request to the partition of a directory that holds a hash. */
  public final void start(InodeId directory, long hash) {
    this.directory = directory;
    this.hash = hash;
    redirects = 0;
    failures = 0;
    lastFailure = null;
    retryReason = "";
    isOfCopy = false;
    isCopyLacking = false;
    stalePartition = null;
    CompletableFuture<Void> flushed = context.behind().flush(flushedFirst(), directory, hash);
    if (flushed.isDone()) {
      enqueue();
    } else {
      operation.after(flushed, this::enqueue);
    }
  }

  /** Sends the request, by default at once. */
  protected void enqueue() {
    sendNow();
  }

  /** Sends the request now. */
  protected final void sendNow() {
    if (context.pauses().isClosed()) {
      failed(operation.closed());
      return;
    }
    long now = context.clock().nanos();
    partition = route(context.maps().of(directory));
    ServerInfo owner = owner(partition);
    ServerInfo copyHolder = isCopyLacking ? null : copyHolder();
    isOfCopy = copyHolder != null && !copyHolder.equals(owner);
    ServerInfo asked = copyHolder == null ? owner : copyHolder;
    server = asked;
    long remaining = operation.deadlineNanos() - now;
    if (remaining <= 0) {
      failed(timedOut(owner));
      return;
    }
    sentNanos = now;
    context.counters().requests.increment();
    long attemptNanos =
        isOfCopy
            ? Math.min(remaining / 2, COPY_ATTEMPT_NANOS) // leaves time to ask the other
            : Math.min(remaining, ATTEMPT_NANOS);
    send(asked.endpoint(), now + attemptNanos);
  }

  private void send(Endpoint asked, long deadlineNanos) {
    Request<R> request = request(directory, partition);
    CompletableFuture<Answer<R>> call;
    if (isDeferred()) {
      call = context.rpc().callDeferred(asked, request, deadlineNanos);
    } else if (operation.isWaitedForHere()) {
      call = context.rpc().callWaiting(asked, request, deadlineNanos);
    } else {
      call = context.rpc().call(asked, request, deadlineNanos);
    }
    call.whenComplete(this);
  }

  /** Processes the answer of an attempt, or its failure. */
  @Override
  public final void accept(@Nullable Answer<R> answer, @Nullable Throwable failure) {
    try {
      if (isOfCopy && !(answer instanceof Answer.Done || answer instanceof Answer.Failed)) {
        askServer(answer);
      } else if (answer != null) {
        answered(answer);
      } else if (failure != null) {
        lost(failure);
      }
    } catch (RuntimeException | Error e) {
      failed(operation.bug(e));
    }
  }

  /** Retries at the partition's server, because there is no copy. */
  private void askServer(@Nullable Answer<R> answer) {
    if (answer instanceof Answer.Moved<R> moved) {
      context.views().adopt(moved.view());
    }
    isCopyLacking = true;
    lacksCopy();
    sendNow();
  }

  private void answered(Answer<R> answer) {
    if (answer instanceof Answer.Done<R> done) {
      done(done.result());
    } else if (answer instanceof Answer.Failed<R> refused) {
      if (refused.code() == ErrorCode.ESTALE && retriesStale()) {
        return;
      }
      failed(failure(refused.code(), refused.detail()));
    } else if (answer instanceof Answer.Split<R> split) {
      context.counters().splitRedirects.increment();
      boolean news = context.maps().merge(directory, split.map());
      if (!goesOnElsewhere()) {
        redirected(news);
      }
    } else if (answer instanceof Answer.Moved<R> moved) {
      context.counters().slotRedirects.increment();
      redirected(context.views().adopt(moved.view()));
    } else if (answer instanceof Answer.Retry<R> retry) {
      retryReason = retry.reason();
      pause(Math.max(retry.delayMillis(), 1));
    }
  }

  /**
   * Whether the request was sent again after ESTALE, with the directory's map learned anew: a
   * crashed server may have lost the split that made the partition, and the name is where it was
   * before. If the new map leads to the partition again, it exists, and ESTALE is the result of the
   * operation. That of the zeroth partition always is: the directory is gone, or its name leads
   * elsewhere.
   */
  private boolean retriesStale() {
    if (partition.equals(stalePartition)) {
      return false;
    }
    stalePartition = partition;
    context.maps().forget(directory);
    if (route(context.maps().of(directory)).equals(partition) || redirects >= MAX_REDIRECTS) {
      return false;
    }
    redirects++;
    sendNow();
    return true;
  }

  private void redirected(boolean news) {
    // A map or view that another call obtained meanwhile counts as well if it changes the target.
    PartitionIndex next = route(context.maps().of(directory));
    boolean elsewhere = news || !next.equals(partition) || !owner(next).equals(server);
    if (elsewhere && redirects < MAX_REDIRECTS) {
      redirects++;
      sendNow();
    } else {
      failures++;
      pause(context.pauseMillis(failures));
    }
  }

  private void lost(Throwable failure) {
    Throwable cause = Futures.cause(failure);
    if (!isWorthAnotherTry(cause)) {
      failed(operation.failure(cause));
      return;
    }
    lastFailure = cause;
    retryReason = "";
    failures++;
    if (server != null) {
      context.refresh().suspect(server.endpoint());
    }
    pause(context.pauseMillis(failures));
  }

  private void pause(long delayMillis) {
    redirects = 0;
    long end = context.clock().nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    if (operation.deadlineNanos() - end <= 0 && server != null) {
      failed(timedOut(server));
      return;
    }
    context.counters().retries.increment();
    context.pauses().after(delayMillis, this::sendNow);
  }

  private GigaException timedOut(ServerInfo asked) {
    return retryReason.isEmpty()
        ? operation.timedOut(asked, lastFailure)
        : operation.retryLater(ClientOperation.nameOf(asked), retryReason);
  }

  /**
   * Enqueues the request again: it was sent with others, and the partition that they asked does not
   * hold its name.
   *
   * @param isMapNewer whether the answer had a newer map
   */
  protected final void sendElsewhere(PartitionIndex asked, boolean isMapNewer) {
    context.counters().splitRedirects.increment();
    if (isMapNewer || !route(context.maps().of(directory)).equals(asked)) {
      enqueue();
    } else {
      enqueueLater();
    }
  }

  /** Enqueues the request again after a pause. */
  protected final void enqueueLater() {
    failures++;
    context.counters().retries.increment();
    context.pauses().after(context.pauseMillis(failures), this::enqueue);
  }

  /** Continues after another call for the same partition has failed with its attempts. */
  protected final void retryAfter(PartitionCall<R> other) {
    failures = other.failures;
    lastFailure = other.lastFailure;
    retryReason = other.retryReason;
  }

  private ServerInfo owner(PartitionIndex partition) {
    return context.views().current().ownerOf(directory, partition);
  }

  private static boolean isWorthAnotherTry(Throwable failure) {
    return failure instanceof GigaException e
        && (e.code() == ErrorCode.EIO || e.code() == ErrorCode.ETIMEDOUT);
  }
}
