package io.gigafs.server.handle;

import io.gigafs.protocol.Answer;
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
 *       may have been renewed elsewhere.
 * </ol>
 */
public final class SessionDesk {
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final CurrentView view;
  private final Clock clock;
  private final int leaseMillis;

  /** When each session was last heard of. Guarded by this. */
  private final Map<Long, Heard> sessions = new HashMap<>();

  /** Since when each slot has been served here without a break. Guarded by this. */
  private final long[] servedSinceNanos;

  /** Guarded by this. */
  private final boolean[] served;

  private record Heard(int slot, long nanos) {}

  public SessionDesk(CurrentView view, Clock clock, int leaseMillis) {
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
    synchronized (this) {
      look(slot, now);
      sessions.put(request.session(), new Heard(slot, now));
    }
    exchange.answer(new Answer.Done<>(new SessionLease(leaseMillis)));
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
