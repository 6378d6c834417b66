package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.RenewSessionRequest;
import io.gigafs.protocol.SessionLease;
import io.gigafs.protocol.SessionStateRequest;
import io.gigafs.protocol.SessionStateResult;
import io.gigafs.protocol.SessionStateResult.State;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.membership.CurrentView;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where clients renew their sessions, and servers ask for them: at the holder of a session's slot,
 * in memory. Safe for use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a session is dead only once its client knows that: the client counts its lease from when it
 *       asked, this server from when it heard of it;
 *   <li>after a start, or the arrival of a slot, nobody is dead for as long as a lease: sessions
 *       may have been renewed elsewhere;
 *   <li>a session is of the client that renewed it first, and of no other.
 * </ol>
 */
public final class SessionManager {
  private static final int NANOS_PER_MILLI = 1_000_000;

  /** A client needs one, and another when that has lapsed. */
  static final int MAX_PER_CLIENT = 64;

  static final int MAX_IN_ALL = 1 << 19;

  private final CurrentView view;
  private final Clock clock;
  private final int leaseMillis;

  /** When each session was last heard of. Guarded by this. */
  private final Map<Long, Heard> sessions = new HashMap<>();

  /** Since when each slot has been served here without a break. Guarded by this. */
  private final long[] servedSinceNanos;

  /** Guarded by this. */
  private final boolean[] served;

  /** How many sessions each client has. Guarded by this. */
  private final Map<Long, Integer> sessionsByClient = new HashMap<>();

  private record Heard(int slot, long client, long nanos) {}

  public SessionManager(CurrentView view, Clock clock, int leaseMillis) {
    this.view = view;
    this.clock = clock;
    this.leaseMillis = leaseMillis;
    this.servedSinceNanos = new long[view.slots()];
    this.served = new boolean[view.slots()];
  }

  /** Prolongs a session. */
  public void renew(RenewSessionRequest request, Exchange<SessionLease> exchange) {
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

  /** Why a session is not prolonged; null if it is. */
  private @Nullable String renew(long session, long client, int slot, long now) {
    Heard heard = sessions.get(session);
    if (heard != null && heard.client != client) {
      return "the session is another client's";
    }
    if (heard == null) {
      if (sessions.size() >= MAX_IN_ALL) {
        return "the server has " + MAX_IN_ALL + " sessions already, which is the most";
      }
      if (sessionsByClient.getOrDefault(client, 0) >= MAX_PER_CLIENT) {
        return "the client has " + MAX_PER_CLIENT + " sessions already, which is the most";
      }
      sessionsByClient.merge(client, 1, Integer::sum);
    }
    sessions.put(session, new Heard(slot, client, now));
    return null;
  }

  /** Tells whether a session is alive. */
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
    Heard heard = sessions.get(session);
    if (heard != null && !isOver(heard.nanos, now)) {
      return State.ALIVE;
    }
    return isOver(servedSinceNanos[slot], now) ? State.DEAD : State.UNKNOWN;
  }

  private boolean isOver(long sinceNanos, long now) {
    return now - sinceNanos > (long) leaseMillis * NANOS_PER_MILLI;
  }

  /** Notices which slots came and went, and forgets sessions that are over; every second or so. */
  public synchronized void sweep() {
    long now = clock.nanos();
    for (int slot = 0; slot < served.length; slot++) {
      look(slot, now);
    }
    Iterator<Heard> each = sessions.values().iterator();
    while (each.hasNext()) {
      Heard heard = each.next();
      if (!served[heard.slot] || isOver(heard.nanos, now)) {
        each.remove();
        sessionsByClient.computeIfPresent(
            heard.client, (client, count) -> count == 1 ? null : count - 1);
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
