package io.gigafs.server.partition;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.Name;
import io.gigafs.server.partition.LeaseRecaller.Recall;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The names of a partition that other servers have copies of, to answer look-ups: the leases in
 * mode {@link LeaseBook.Mode#COPY}. Used on the lane only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>While copies are out, nothing that they show is changed: neither the entries of these
 *       names, nor who may look up names in the directory. Such a change waits until all copies are
 *       recalled or have expired.
 *   <li>A copy expires by itself: a server that does not answer delays others by at most {@link
 *       #LEASE_MILLIS} from when its request for the copy was decided. That server counts from when
 *       it sent the request, which is earlier.
 *   <li>Before the first copy is granted, an intent that copies are out is durable: after a
 *       restart, copies are assumed to be out for the time of a lease. What the copies of a name
 *       show is durable, too, before the first of them is granted.
 * </ol>
 *
 * <p>A name is first <em>offered</em> to servers, which has no other effect. Copies are out from
 * when the first server requests one.
 */
public final class CopiedNames extends StoredLease {
  /** How long a copy is valid unless it is recalled. */
  public static final int LEASE_MILLIS = 2_000;

  private static final long LEASE_NANOS = LEASE_MILLIS * 1_000_000L;

  /** The pause after a recall without new offers; it doubles with each recall. */
  private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;

  private static final int MAX_DOUBLINGS = 5;

  private final LongSupplier leaseNumbers;
  private final List<CopiedName> names = new ArrayList<>(0);
  private boolean wanted;

  /** Whether the intent is durable. */
  private boolean durable;

  /** Whether servers may have copies of any names from before a restart. */
  private boolean unknown;

  private long begunNanos;

  private int recalls;
  private boolean paused;
  private long pausedUntilNanos;

  /**
   * Creates the state without copies.
   *
   * @param leaseNumbers supplies unique lease numbers
   */
  CopiedNames(LongSupplier leaseNumbers) {
    this.leaseNumbers = leaseNumbers;
  }

  /** A server's lease on a copy. */
  private record Lease(
      ServerId server, int place, long number, long expiresNanos, Runnable recall) {}

  /** A name that is offered to other servers. */
  public static final class CopiedName {
    private final Name name;
    private final long inode;
    private final List<Lease> leases = new ArrayList<>();
    private long answered;
    private boolean withdrawn;
    private boolean syncing;
    private boolean durable;

    private CopiedName(Name name, long inode) {
      this.name = name;
      this.inode = inode;
    }

    public Name name() {
      return name;
    }

    /** The inode of the file that had the name when it was offered. */
    public long inode() {
      return inode;
    }

    /** Whether the sync of what the copies show is yet to be started; true once. */
    public boolean beginSync() {
      boolean isFirst = !syncing;
      syncing = true;
      return isFirst;
    }

    /** Whether what the copies show is durable. */
    public boolean isDurable() {
      return durable;
    }

    /** Stops granting and renewing leases; outstanding ones expire. */
    public void withdraw() {
      withdrawn = true;
    }

    /** Whether leases are no longer granted or renewed. */
    public boolean isWithdrawn() {
      return withdrawn;
    }

    /** Adds the number of look-ups that a server answered from its copy. */
    public void answered(long lookups) {
      answered += lookups;
    }

    /** Returns and resets the number of look-ups that servers answered. */
    public long takeAnswered() {
      long taken = answered;
      answered = 0;
      return taken;
    }

    /** Whether a server has a copy now. */
    public boolean isHeldBy(ServerId server, long nowNanos) {
      for (Lease lease : leases) {
        if (lease.server.equals(server)) {
          return lease.expiresNanos - nowNanos > 0;
        }
      }
      return false;
    }

    /** Whether any server got a copy since the name was offered. */
    public boolean isGiven() {
      return !leases.isEmpty();
    }

    private boolean isHeld(long nowNanos) {
      for (Lease lease : leases) {
        if (lease.expiresNanos - nowNanos > 0) {
          return true;
        }
      }
      return false;
    }

    private long places(long nowNanos) {
      long places = 0;
      for (Lease lease : leases) {
        if (lease.expiresNanos - nowNanos > 0) {
          places |= 1L << lease.place;
        }
      }
      return places;
    }
  }

  /** Whether any name is offered. */
  public boolean isAnyOffered() {
    return !names.isEmpty();
  }

  /** The offered names. */
  public List<CopiedName> offered() {
    return names;
  }

  /** The offered name, or null if it is not offered. */
  public @Nullable CopiedName find(Name name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).name.equals(name)) {
        return names.get(i);
      }
    }
    return null;
  }

  /** Whether names may be offered now; not for a pause after a recall. */
  public boolean mayOffer(long nowNanos) {
    return !isRecalled() && !(paused && pausedUntilNanos - nowNanos > 0);
  }

  /** Offers a name of a file; it must not be offered yet. */
  public CopiedName offer(Name name, long inode) {
    CopiedName offered = new CopiedName(name, inode);
    names.add(offered);
    return offered;
  }

  /** Removes withdrawn names without copies. */
  public void forgetWithdrawn(long nowNanos) {
    names.removeIf(name -> name.withdrawn && !name.isHeld(nowNanos));
  }

  /** Whether the intent is durable, so that copies may be granted. */
  public boolean isDurable() {
    return durable;
  }

  /** Marks copies as out; the caller stores the intent. */
  public void begin(long newTransaction, long nowNanos) {
    markOut(newTransaction);
    begunNanos = nowNanos;
  }

  /** Marks the intent and what the copies of a name show as durable. */
  public void stored(long ofTransaction, CopiedName name) {
    if (isOut() && transaction() == ofTransaction) {
      durable = true;
      name.durable = true;
    }
  }

  @Override
  void resume(long newTransaction, long client, long nowNanos) {
    begin(newTransaction, nowNanos);
    durable = true;
    unknown = true;
  }

  /**
   * Grants or renews a server's lease on its copy of a name.
   *
   * @param place of the server in the view
   * @param recall sends a recall to it
   */
  public void grant(
      CopiedName name, ServerId server, int place, long nowNanos, RecallOfCopies recall) {
    if (!isOut() || isRecalled() || !durable || !name.durable) {
      throw new IllegalStateException("copies of " + name.name + " must not be granted");
    }
    long number = leaseNumbers.getAsLong();
    long expires = nowNanos + LEASE_NANOS;
    name.leases.removeIf(lease -> lease.server.equals(server));
    name.leases.add(
        new Lease(server, place, number, expires, () -> recall.send(server, number, expires)));
  }

  /** Recalls the copies of a server. */
  @FunctionalInterface
  public interface RecallOfCopies {
    /**
     * Sends the recall, with retries until the lease has expired.
     *
     * @param number of the lease that the server returns
     */
    void send(ServerId server, long number, long expiresNanos);
  }

  /** The servers that have copies of a name: one bit for each place in the view. */
  public long placesOf(Name name, long nowNanos) {
    CopiedName copied = isOut() && !isRecalled() ? find(name) : null;
    return copied == null ? 0 : copied.places(nowNanos);
  }

  /** Whether servers have copies of a name, or may have. */
  public boolean mayShow(Name name) {
    return isOut() && (unknown || find(name) != null);
  }

  /**
   * Whether a change of a name must be retried because copies may show it; if so, a recall is due.
   */
  boolean holds(Name name) {
    boolean holds = mayShow(name);
    wanted |= holds;
    return holds;
  }

  /** Whether a recall is due that has not begun. */
  boolean isWanted() {
    return wanted && !isRecalled();
  }

  /**
   * Fails if copies show a file that is about to change. For copies from before a restart it is
   * unknown what they show.
   */
  void ensureNotShown(long inode) {
    if (isOut()) {
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).inode == inode) {
          throw new IllegalStateException(
              "copies of " + names.get(i).name + " are out, but its file changes");
        }
      }
    }
  }

  /** Fails if copies are out. */
  void ensureNoneOut() {
    if (isOut()) {
      throw new IllegalStateException("copies of names are out, but their directory changes");
    }
  }

  /** Drops copies from before a restart once a lease has passed since. */
  void forgetUnknown(long nowNanos) {
    if (unknown && nowNanos - begunNanos >= LEASE_NANOS) {
      unknown = false;
    }
  }

  @Override
  boolean hasRunOut(long nowNanos) {
    if (!isOut() || isRecalled() || nowNanos - begunNanos < LEASE_NANOS) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).isHeld(nowNanos)) {
        return false;
      }
    }
    return true;
  }

  @Override
  Recall recall(long nowNanos) {
    Recall recall = new Recall();
    if (unknown && nowNanos - begunNanos < LEASE_NANOS) {
      recall.waitUntil(begunNanos + LEASE_NANOS);
    }
    for (CopiedName name : names) {
      for (Lease lease : name.leases) {
        if (lease.expiresNanos - nowNanos > 0) {
          recall.expect(lease.number, Recall.NOBODY, lease.expiresNanos, lease.recall);
        }
      }
    }
    return recall;
  }

  @Override
  List<LaneTask> end(long nowNanos) {
    if (isRecalled()) {
      boolean isSoon = paused && nowNanos - pausedUntilNanos < FIRST_PAUSE_NANOS << MAX_DOUBLINGS;
      recalls = isSoon ? Math.min(recalls + 1, MAX_DOUBLINGS) : 0;
      paused = true;
      pausedUntilNanos = nowNanos + (FIRST_PAUSE_NANOS << recalls);
    }
    wanted = false;
    durable = false;
    unknown = false;
    names.clear();
    return super.end(nowNanos);
  }
}
