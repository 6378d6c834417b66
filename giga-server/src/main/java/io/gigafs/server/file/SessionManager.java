package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.RenewSessionRequest.SessionLease;
import io.gigafs.protocol.file.SessionStateRequest;
import io.gigafs.protocol.file.SessionStateRequest.SessionStateResult;
import io.gigafs.protocol.file.SessionStateRequest.SessionStateResult.State;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.membership.CurrentView;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Session leases, kept in memory at the owner of a session's slot. Clients renew them, and other
 * servers query them. Thread-safe.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a session is dead only after its client knows that: the client counts its lease from when
 *       it sent the renewal, this server from when it received it;
 *   <li>after a start, or the arrival of a slot, no session is dead for the duration of a lease:
 *       sessions may have been renewed elsewhere;
 *   <li>a session belongs to the client that renewed it first, and to no other.
 * </ol>
 */
public final class SessionManager {
  private static final int NANOS_PER_MILLI = 1_000_000;

  /** A client needs one session, and another when that one has expired. */
  static final int MAX_PER_CLIENT = 64;

  static final int MAX_IN_ALL = 1 << 19;

  private final CurrentView view;
  private final Clock clock;
  private final int leaseMillis;

  /** When each session was last renewed. Guarded by this. */
  private final Map<Long, Renewal> sessions = new HashMap<>();

  /** Since when this server has served each slot without interruption. Guarded by this. */
  private final long[] servedSinceNanos;

  /** Guarded by this. */
  private final boolean[] served;

  /** Number of sessions of each client. Guarded by this. */
  private final Map<Long, Integer> sessionsByClient = new HashMap<>();

  private record Renewal(int slot, long client, long nanos) {}

  public SessionManager(CurrentView view, Clock clock, int leaseMillis) {
    this.view = view;
    this.clock = clock;
    this.leaseMillis = leaseMillis;
    this.servedSinceNanos = new long[view.slots()];
    this.served = new boolean[view.slots()];
  }

  /** Renews a session. */
  void renew(RenewSessionRequest request, Exchange<SessionLease> exchange) {
    int slot = view.slotOf(request.directory(), request.partition());
    long now = clock.nanos();
    @Nullable String refused;
    synchronized (this) {
      look(slot, now);
      refused = renew(request.session(), exchange.peer().clientId(), slot, now);
    }
    exchange.answer(
        refused == null
            ? new Answer.Done<>(new SessionLease(leaseMillis))
            : new Answer.Failed<>(ErrorCode.EPERM, refused));
  }

  /** Renews a session, or returns the reason why not; null if it was renewed. */
  private @Nullable String renew(long session, long client, int slot, long now) {
    Renewal renewal = sessions.get(session);
    if (renewal != null && renewal.client != client) {
      return "the session is another client's";
    }
    if (renewal == null) {
      if (sessions.size() >= MAX_IN_ALL) {
        return "the server has " + MAX_IN_ALL + " sessions already, which is the maximum";
      }
      if (sessionsByClient.getOrDefault(client, 0) >= MAX_PER_CLIENT) {
        return "the client has " + MAX_PER_CLIENT + " sessions already, which is the maximum";
      }
      sessionsByClient.merge(client, 1, Integer::sum);
    }
    sessions.put(session, new Renewal(slot, client, now));
    return null;
  }

  /** Answers whether a session is alive. */
  public void state(SessionStateRequest request, Exchange<SessionStateResult> exchange) {
    int slot = view.slotOf(request.directory(), request.partition());
    State state;
    synchronized (this) {
      state = state(request.session(), slot, clock.nanos());
    }
    exchange.answer(new Answer.Done<>(new SessionStateResult(state)));
  }

  private State state(long session, int slot, long now) {
    look(slot, now);
    Renewal renewal = sessions.get(session);
    if (renewal != null && !isOver(renewal.nanos, now)) {
      return State.ALIVE;
    }
    return isOver(servedSinceNanos[slot], now) ? State.DEAD : State.UNKNOWN;
  }

  private boolean isOver(long sinceNanos, long now) {
    return now - sinceNanos > (long) leaseMillis * NANOS_PER_MILLI;
  }

  /** Notices slots that came and went, and removes dead sessions; called about every second. */
  public synchronized void sweep() {
    long now = clock.nanos();
    for (int slot = 0; slot < served.length; slot++) {
      look(slot, now);
    }
    Iterator<Renewal> each = sessions.values().iterator();
    while (each.hasNext()) {
      Renewal renewal = each.next();
      if (!served[renewal.slot] || isOver(renewal.nanos, now)) {
        each.remove();
        sessionsByClient.computeIfPresent(
            renewal.client, (client, count) -> count == 1 ? null : count - 1);
      }
    }
  }

  private void look(int slot, long now) {
    boolean serves = view.state(slot).serves();
    if (serves && !served[slot]) {
      servedSinceNanos[slot] = now;
    }
    served[slot] = serves;
  }
}
