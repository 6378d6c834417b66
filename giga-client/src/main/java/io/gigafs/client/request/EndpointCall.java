package io.gigafs.client.request;

import io.gigafs.cluster.Endpoint;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request to a server itself rather than to a partition. Tries a list of servers in turn until
 * one answers, with a pause after each round, until the operation's deadline or for a number of
 * rounds. Used by one thread at a time.
 *
 * @param <R> the result type
 */
public final class EndpointCall<R extends Result> implements BiConsumer<Answer<R>, Throwable> {
  private static final long ATTEMPT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final RequestContext context;
  private final ClientOperation<?> operation;
  private final List<Endpoint> servers;
  private final Request<R> request;
  private final Consumer<R> done;
  private final Consumer<GigaException> failed;
  private int rounds = Integer.MAX_VALUE;
  private long attemptNanos = ATTEMPT_NANOS;
  private int attempts;
  private @Nullable Throwable lastFailure;
  private String retryReason = "";

  /**
   * A request.
   *
   * @param servers at least one
   */
  public EndpointCall(
      RequestContext context,
      ClientOperation<?> operation,
      List<Endpoint> servers,
      Request<R> request,
      Consumer<R> done,
      Consumer<GigaException> failed) {
    this.context = context;
    this.operation = operation;
    this.servers = servers;
    this.request = request;
    this.done = done;
    this.failed = failed;
  }

  /**
   * Limits the rounds: when the request could not be sent in all of them, the call ends with that
   * failure. A server that is slow or answers RETRY is still waited for.
   */
  public EndpointCall<R> withRounds(int most) {
    rounds = most;
    return this;
  }

  /** Allows the server the operation's whole time, for long requests. */
  public EndpointCall<R> withRetries() {
    attemptNanos = Long.MAX_VALUE;
    return this;
  }

  public void send() {
    if (context.pauses().isClosed()) {
      failed.accept(operation.closed());
      return;
    }
    long now = context.clock().nanos();
    long remaining = operation.deadlineNanos() - now;
    if (remaining <= 0) {
      failed.accept(timedOut());
      return;
    }
    context.counters().requests.increment();
    context
        .rpc()
        .call(server(), request, now + Math.min(remaining, attemptNanos))
        .whenComplete(this);
  }

  /** Processes the answer of an attempt, or its failure. */
  @Override
  public void accept(@Nullable Answer<R> answer, @Nullable Throwable failure) {
    if (answer instanceof Answer.Done<R> result) {
      done.accept(result.result());
    } else if (answer instanceof Answer.Failed<R> refused) {
      failed.accept(operation.failure(refused.code(), refused.detail()));
    } else if (failure != null) {
      lastFailure = Futures.cause(failure);
      retryReason = "";
      boolean silent =
          lastFailure instanceof GigaException known && known.code() == ErrorCode.ETIMEDOUT;
      if (!silent && attempts + 1 >= (long) rounds * servers.size()) {
        failed.accept(operation.failure(lastFailure));
      } else {
        next();
      }
    } else {
      retryReason = answer instanceof Answer.Retry<R> retry ? retry.reason() : "";
      next();
    }
  }

  private void next() {
    long delayMillis = context.pauseMillis(attempts / servers.size() + 1);
    long end = context.clock().nanos() + TimeUnit.MILLISECONDS.toNanos(delayMillis);
    if (operation.deadlineNanos() - end <= 0) {
      failed.accept(timedOut());
      return;
    }
    context.counters().retries.increment();
    attempts++;
    if (attempts % servers.size() == 0) {
      context.pauses().after(delayMillis, this::send);
    } else {
      send();
    }
  }

  private GigaException timedOut() {
    String server = "server " + server();
    return retryReason.isEmpty()
        ? operation.timedOut(server, lastFailure)
        : operation.retryLater(server, retryReason);
  }

  private Endpoint server() {
    return servers.get(attempts % servers.size());
  }
}
