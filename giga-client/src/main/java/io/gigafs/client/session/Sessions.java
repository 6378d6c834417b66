package io.gigafs.client.session;

import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.RenewSessionRequest.SessionLease;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client's sessions. The first opened file starts a session, which is renewed for as long as
 * any file is open; after an expired session a new one is started. Safe for use by several threads.
 */
public final class Sessions {
  private static final int RENEWALS_PER_LEASE = 3;

  /** Allows for clock drift. */
  private static final int MARGIN_DIVISOR = 10;

  /** Guarded by this. */
  private @Nullable Session current;

  /** Callers that wait for a session to start; null if none is starting. Guarded by this. */
  private @Nullable List<Waiter> waiting;

  private record Waiter(Consumer<Session> begun, Consumer<GigaException> failed) {}

  /** Returns a live session, with one use counted, at once or once there is one. */
  public void acquire(
      RequestContext context, Consumer<Session> begun, Consumer<GigaException> failed) {
    Session known;
    synchronized (this) {
      known = current;
      if (known != null && known.isAlive(context.clock().nanos())) {
        known.use();
      } else {
        known = null;
        boolean begins = waiting == null;
        List<Waiter> all = waiting == null ? new ArrayList<>() : waiting;
        all.add(new Waiter(begun, failed));
        waiting = all;
        if (!begins) {
          return;
        }
      }
    }
    if (known != null) {
      begun.accept(known);
      return;
    }
    Session fresh = new Session(context.random().nextLong());
    new Renewal(
            context,
            ClientOperation.internal(
                context, "begin session", null, Caller.ROOT), // others wait for it too
            fresh,
            (sentNanos, lease) -> begin(context, fresh, sentNanos, lease),
            this::notBegun)
        .send();
  }

  private void begin(RequestContext context, Session fresh, long sentNanos, SessionLease lease) {
    fresh.begin(endOf(sentNanos, lease));
    List<Waiter> waiters;
    synchronized (this) {
      current = fresh;
      waiters = takeWaiting();
      waiters.forEach(waiter -> fresh.use());
    }
    renewLater(context, fresh, lease.leaseMillis());
    waiters.forEach(waiter -> waiter.begun.accept(fresh));
  }

  private void notBegun(GigaException failure) {
    List<Waiter> waiters;
    synchronized (this) {
      waiters = takeWaiting();
    }
    waiters.forEach(waiter -> waiter.failed.accept(failure));
  }

  private List<Waiter> takeWaiting() {
    List<Waiter> taken = waiting == null ? List.of() : waiting;
    waiting = null;
    return taken;
  }

  private static long endOf(long sentNanos, SessionLease lease) {
    long nanos = TimeUnit.MILLISECONDS.toNanos(lease.leaseMillis());
    return sentNanos + nanos - nanos / MARGIN_DIVISOR;
  }

  private void renewLater(RequestContext context, Session session, long leaseMillis) {
    context
        .pauses()
        .after(
            Math.max(1, leaseMillis / RENEWALS_PER_LEASE),
            () -> renew(context, session, leaseMillis));
  }

  private void renew(RequestContext context, Session session, long leaseMillis) {
    if (context.pauses().isClosed()
        || !session.isAlive(context.clock().nanos())
        || isLeft(session)) {
      return;
    }
    ClientOperation<Void> operation =
        ClientOperation.internal(context, "renew session", null, Caller.ROOT);
    new Renewal(
            context,
            operation,
            session,
            (sentNanos, lease) -> {
              if (session.prolong(endOf(sentNanos, lease), context.clock().nanos())) {
                renewLater(context, session, lease.leaseMillis());
              }
            },
            failure -> {
              session.failed(String.valueOf(failure.getMessage()));
              renew(context, session, leaseMillis);
            })
        .send();
  }

  /** Stops renewing a session without open files. */
  private synchronized boolean isLeft(Session session) {
    if (session.isUsed()) {
      return false;
    }
    if (current == session) {
      current = null;
    }
    return true;
  }

  /** Receives a successful renewal. */
  @FunctionalInterface
  private interface Renewed {
    void renewed(long sentNanos, SessionLease lease);
  }

  /** One renewal, retried until it is answered. */
  private static final class Renewal extends PartitionCall<SessionLease> {
    private final Session session;
    private final Renewed renewed;
    private final Consumer<GigaException> notRenewed;

    Renewal(
        RequestContext context,
        ClientOperation<?> operation,
        Session session,
        Renewed renewed,
        Consumer<GigaException> notRenewed) {
      super(context, operation);
      this.session = session;
      this.renewed = renewed;
      this.notRenewed = notRenewed;
    }

    void send() {
      int slots = context().views().current().slots().slots();
      start(RenewSessionRequest.placeOf(session.id(), slots), 0);
    }

    @Override
    public PartitionIndex route(io.gigafs.index.PartitionMap map) {
      return PartitionIndex.ZEROTH;
    }

    @Override
    protected Request<SessionLease> request(InodeId directory, PartitionIndex partition) {
      return new RenewSessionRequest(directory, partition, session.id());
    }

    @Override
    protected void done(SessionLease lease) {
      renewed.renewed(sentNanos(), lease);
    }

    @Override
    protected void failed(GigaException failure) {
      notRenewed.accept(failure);
    }
  }
}
