package io.gigafs.server.membership;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ClusterView.SlotMove;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ViewSuccession;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.rpc.Clock;
import io.gigafs.server.partition.SlotState;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The newest view of the cluster that this server has seen, and the server's state for each slot.
 * Thread-safe.
 *
 * <p>Views alone move a slot to HELD, GIVING, EXPECTED or ABSENT. Messages between the two servers
 * move it to LEAVING and ARRIVING. Exception: a server that starts treats a slot that it gives away
 * as LEAVING at once, as it cannot know whether the new owner has asked before.
 */
public final class CurrentView {
  private static final Logger LOG = LoggerFactory.getLogger(CurrentView.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final ServerId self;
  private final Clock clock;
  private final AtomicReferenceArray<SlotState> states;
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile ClusterView view;
  private volatile @Nullable Refusal refusal;

  /**
   * A view of the cluster that this server refuses.
   *
   * @param sinceMillis when the server noticed, ms since the epoch
   * @param objection why the view cannot be a successor of the server's own view
   */
  public record Refusal(long sinceMillis, String objection) {}

  public CurrentView(ServerId self, ClusterView first, Clock clock) {
    this.self = self;
    this.clock = clock;
    this.view = first;
    this.states = new AtomicReferenceArray<>(first.slots().slots());
    for (int slot = 0; slot < states.length(); slot++) {
      SlotState state = next(first, slot, SlotState.ABSENT);
      states.set(slot, state);
    }
  }

  public ServerId self() {
    return self;
  }

  public ClusterView get() {
    return view;
  }

  /** The server's state for the slot. */
  public SlotState state(int slot) {
    return states.get(slot);
  }

  /**
   * Why a view cannot be a successor of this one: see {@link ViewSuccession}. Empty if it can.
   *
   * @param other the newest of the cluster's records; null if there is none any more
   */
  public synchronized String objection(@Nullable ClusterView other) {
    String objection = ViewSuccession.objection(view, other, self, this::keeps);
    Refusal before = refusal;
    if (objection.isEmpty()) {
      refusal = null;
    } else if (before == null || !before.objection.equals(objection)) {
      long sinceMillis = before == null ? clock.wallNanos() / NANOS_PER_MILLI : before.sinceMillis;
      refusal = new Refusal(sinceMillis, objection);
    }
    return objection;
  }

  /** The refusal of the newest view; null if this server follows it. */
  public @Nullable Refusal refusal() {
    return refusal;
  }

  private boolean keeps(int slot) {
    return switch (states.get(slot)) {
      case HELD, GIVING, EXPECTED, ARRIVING -> true;
      case LEAVING, ABSENT -> false;
    };
  }

  /**
   * Adopts the view if it is a newer one of the same cluster and a possible successor of this one.
   */
  public void adopt(ClusterView other) {
    synchronized (this) {
      if (!other.clusterId().equals(view.clusterId()) || other.epoch() <= view.epoch()) {
        return;
      }
      String objection = objection(other);
      if (!objection.isEmpty()) {
        LOG.error(
            "A cluster view of epoch {} is refused; this server keeps using epoch {}: {}",
            other.epoch(),
            view.epoch(),
            objection);
        return;
      }
      view = other;
      for (int slot = 0; slot < states.length(); slot++) {
        states.set(slot, next(other, slot, states.get(slot)));
      }
    }
    listeners.forEach(Runnable::run);
  }

  private SlotState next(ClusterView to, int slot, SlotState now) {
    @Nullable SlotMove move = to.moves().isEmpty() ? null : to.moveOf(slot).orElse(null);
    if (to.ownerOf(slot).id().equals(self)) {
      if (move == null) {
        return SlotState.HELD;
      }
      return now == SlotState.ARRIVING ? SlotState.ARRIVING : SlotState.EXPECTED;
    }
    if (move == null || !move.from().equals(self)) {
      return SlotState.ABSENT;
    }
    return now == SlotState.HELD || now == SlotState.GIVING ? SlotState.GIVING : SlotState.LEAVING;
  }

  /** Registers an action that runs after each newer view, on the thread that delivered it. */
  public void onChange(Runnable action) {
    listeners.add(action);
  }

  /**
   * Stops serving a slot that moves to another server, when that server asks for it.
   *
   * @return whether the slot is leaving now
   */
  public synchronized boolean leave(int slot, long since) {
    boolean leaves = view.moveOf(slot).equals(Optional.of(new SlotMove(slot, self, since)));
    if (leaves) {
      states.set(slot, SlotState.LEAVING);
    }
    return leaves;
  }

  /**
   * Starts to serve a slot that moves here, after its previous owner has stopped.
   *
   * @return whether the slot is arriving now
   */
  public synchronized boolean arrive(int slot, long since) {
    boolean arrives =
        view.ownerOf(slot).id().equals(self)
            && view.moveOf(slot).filter(move -> move.since() == since).isPresent();
    if (arrives) {
      states.set(slot, SlotState.ARRIVING);
    }
    return arrives;
  }

  /** The slot that serves a partition. */
  public int slotOf(InodeId directory, PartitionIndex partition) {
    return view.slotOf(directory, partition);
  }

  /** The number of slots of the cluster; never changes. */
  public int slots() {
    return states.length();
  }
}
