package io.gigafs.server.admin;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Membership;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.StatusResult.AbsentServer;
import io.gigafs.protocol.cluster.StatusResult.RegistrationStatus;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.server.membership.OperatorChanges;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Request handler in front of a server for requests to it as a cluster member: the state of its
 * registration, and changes of the cluster by operators. Thread-safe.
 */
public final class MembershipHandler implements RequestHandler {
  private final RequestHandler server;
  private final Membership membership;
  private final Clock clock;
  private final OperatorChanges changes;

  /**
   * A handler.
   *
   * @param blocking runs what waits for the cluster's records
   */
  public MembershipHandler(
      RequestHandler server, Membership membership, Clock clock, Executor blocking) {
    this.server = server;
    this.membership = membership;
    this.clock = clock;
    this.changes = new OperatorChanges(clock, blocking);
  }

  @Override
  @SuppressWarnings("unchecked") // a request's type ties it to its result
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    if (request instanceof ClusterChangeRequest change) {
      changes.make(
          change.caller(),
          "the cluster",
          (Exchange<ClusterViewResult>) exchange,
          timeout -> make(change, timeout));
    } else if (request instanceof StatusRequest status) {
      server.handle(status, new WithSeat((Exchange<StatusResult>) exchange));
    } else {
      server.handle(request, exchange);
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

  private Answer<ClusterViewResult> make(ClusterChangeRequest request, Duration timeout) {
    try {
      return new Answer.Done<>(
          new ClusterViewResult(make(request.kind(), request.server(), timeout)));
    } catch (MembershipException e) {
      return new Answer.Failed<>(ErrorCode.EIO, String.valueOf(e.getMessage()));
    }
  }

  private ClusterView make(ClusterChangeRequest.Kind kind, ServerId id, Duration timeout) {
    return switch (kind) {
      case DRAIN -> membership.update(view -> ViewChanges.drain(view, id), timeout);
      case UNDRAIN -> membership.update(view -> ViewChanges.undrain(view, id), timeout);
      case REMOVE -> {
        membership.remove(id, timeout);
        yield membership.update(UnaryOperator.identity(), timeout);
      }
    };
  }

  private List<AbsentServer> absent() {
    return membership.absentSinceMillis().entrySet().stream()
        .map(since -> new AbsentServer(since.getKey(), since.getValue()))
        .toList();
  }

  private RegistrationStatus registration() {
    long leftMillis = TimeUnit.NANOSECONDS.toMillis(membership.leaseUntilNanos() - clock.nanos());
    return new RegistrationStatus(Math.max(0, leftMillis), membership.leaseFailure());
  }

  /** Adds the state of the registration to a status. */
  private final class WithSeat implements Exchange<StatusResult> {
    private final Exchange<StatusResult> exchange;

    WithSeat(Exchange<StatusResult> exchange) {
      this.exchange = exchange;
    }

    @Override
    public void answer(Answer<StatusResult> answer) {
      exchange.answer(
          answer instanceof Answer.Done<StatusResult> done
              ? new Answer.Done<>(done.result().with(registration(), absent()))
              : answer);
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
