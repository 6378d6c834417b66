package io.gigafs.server.membership;

import io.gigafs.cluster.Membership;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;

/**
 * Request handler in front of a server. It withholds outcomes of changes from clients unless the
 * server's registration lease is valid at that moment. Thread-safe.
 *
 * <ol>
 *   <li>While the lease has expired, changes are answered with a retry before they are decided.
 *   <li>The outcome of a change that was admitted before is withheld if the lease has expired by
 *       then: the client retries, and gets the original answer once the lease has been renewed.
 *   <li>Everything else passes: data read here cannot have been changed elsewhere, as slots move to
 *       another server only with this server's cooperation.
 * </ol>
 */
public final class Fence implements RequestHandler {
  private static final int RETRY_LATER_MILLIS = 200;

  private final RequestHandler server;
  private final Membership membership;
  private final Clock clock;

  /**
   * A fence.
   *
   * @param clock must use the monotonic time of {@link System#nanoTime}, as the lease does
   */
  public Fence(RequestHandler server, Membership membership, Clock clock) {
    this.server = server;
    this.membership = membership;
    this.clock = clock;
  }

  @Override
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    if (!isChange(request)) {
      server.handle(request, exchange);
    } else if (isClosed()) {
      retryLater(exchange);
    } else {
      server.handle(request, new Guarded<>(exchange));
    }
  }

  @Override
  public void handle(Notice notice, Peer from) {
    server.handle(notice, from);
  }

  @Override
  public void disconnected(Peer peer) {
    server.disconnected(peer);
  }

  private static boolean isChange(Request<?> request) {
    return request instanceof Mutation
        || request instanceof BulkRequest
        || request instanceof DelegateRequest;
  }

  private boolean isClosed() {
    return membership.leaseUntilNanos() - clock.nanos() <= 0;
  }

  private <R extends Result> void retryLater(Exchange<R> exchange) {
    String leaseFailure = membership.leaseFailure();
    String reason =
        leaseFailure.isEmpty() ? "its registration lease has to be renewed first" : leaseFailure;
    exchange.answer(new Answer.Retry<>(RETRY_LATER_MILLIS, "accepts no changes: " + reason));
  }

  /** The exchange of a change that was admitted. */
  private final class Guarded<R extends Result> implements Exchange<R> {
    private final Exchange<R> exchange;

    Guarded(Exchange<R> exchange) {
      this.exchange = exchange;
    }

    @Override
    public void answer(Answer<R> answer) {
      boolean isOutcome = answer instanceof Answer.Done || answer instanceof Answer.Failed;
      if (isOutcome && isClosed()) {
        retryLater(exchange);
      } else {
        exchange.answer(answer);
      }
    }

    @Override
    public Peer peer() {
      return exchange.peer();
    }

    @Override
    public long deadlineNanos() {
      return exchange.deadlineNanos();
    }
  }
}
