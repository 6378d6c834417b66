package io.gigafs.server.file;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.SessionStateRequest;
import io.gigafs.protocol.file.SessionStateRequest.SessionStateResult;
import io.gigafs.protocol.file.SessionStateRequest.SessionStateResult.State;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.Measures;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.PartitionState;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Releases the open state of dead sessions. If a session was not known to be alive for the duration
 * of a lease, this asks the owner of the session's slot. Thread-safe.
 */
public final class SessionWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SessionWatch.class);

  /** If a session is evicted, it is queried one lease later. */
  private static final int MAX_SESSIONS = 1 << 16;

  private static final long ASK_MILLIS = 5_000;
  private static final int NANOS_PER_MILLI = 1_000_000;

  private final ServerContext context;
  private final Measures measures;
  private final int leaseMillis;

  /** When each session was last known to be alive. Guarded by this. */
  private final Map<Long, Long> aliveNanos =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
          return size() > MAX_SESSIONS;
        }
      };

  /** Guarded by this. */
  private final Set<Long> asking = new HashSet<>();

  /**
   * A watch of one server.
   *
   * @param leaseMillis how long a session lives without a renewal
   */
  public SessionWatch(ServerContext context, Measures measures, int leaseMillis) {
    this.context = context;
    this.measures = measures;
    this.leaseMillis = leaseMillis;
  }

  /** Checks the sessions that have open state on any lane; called about every second. */
  public void sweep() {
    for (Lane lane : context.lanes().all()) {
      lane.submit(
          commitBatch -> {
            Set<Long> holding = new HashSet<>();
            for (PartitionState partition : lane.partitions().loaded()) {
              holding.addAll(partition.openState().sessions());
            }
            holding.forEach(this::look);
          });
    }
  }

  private void look(long session) {
    long now = context.clock().nanos();
    synchronized (this) {
      Long known = aliveNanos.putIfAbsent(session, now);
      boolean isRecent = known == null || now - known <= leaseNanos();
      if (isRecent || !asking.add(session)) {
        return;
      }
    }
    SessionStateRequest request =
        new SessionStateRequest(
            RenewSessionRequest.placeOf(session, context.view().slots()),
            PartitionIndex.ZEROTH,
            session);
    context
        .messenger()
        .ask(request, now + ASK_MILLIS * NANOS_PER_MILLI)
        .thenAccept(answer -> learned(session, answer));
  }

  private long leaseNanos() {
    return (long) leaseMillis * NANOS_PER_MILLI;
  }

  private void learned(long session, Answer<SessionStateResult> answer) {
    State state =
        answer instanceof Answer.Done<SessionStateResult> done
            ? done.result().state()
            : State.UNKNOWN;
    synchronized (this) {
      asking.remove(session);
      if (state == State.ALIVE) {
        aliveNanos.put(session, context.clock().nanos());
      }
    }
    if (state == State.DEAD) {
      LOG.info(
          "session {} has expired: its open files and locks are released",
          Long.toHexString(session));
      lapseEverywhere(session);
    }
  }

  private void lapseEverywhere(long session) {
    for (Lane lane : context.lanes().all()) {
      lane.submit(
          commitBatch -> {
            for (PartitionState partition : Set.copyOf(lane.partitions().loaded())) {
              if (partition.openState().sessions().contains(session)) {
                OpenStateChanges.lapse(partition, session, measures, commitBatch);
              }
            }
          });
    }
  }
}
