package io.gigafs.server.lane;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The names of a partition of which other servers have copies, by which they answer look-ups. Used
 * on the lane only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>While they are out, nothing that a copy shows is changed: neither the entries of these
 *       names, nor who may look up names in the directory. A change of that waits until all copies
 *       are recalled, or have run out.
 *   <li>A copy runs out by itself: a server that does not answer keeps others waiting for no longer
 *       than {@link #LEASE_MILLIS}, counted from when its request for the copy was decided, which
 *       is later than when it was sent, from which the server counts.
 *   <li>That they are out is stored, and on the disk, before the first copy leaves: a server that
 *       starts anew takes them for out for as long as a lease. So is what copies of a name show,
 *       before the first of them leaves.
 * </ol>
 *
 * <p>A name is first <em>offered</em> to servers, which changes nothing. Names move from NONE to
 * OUT when the first server asks for a copy, or when that is found in the store at a start; to
 * RECALLED when somebody wants a change; to NONE when all copies were given back or have run out.
 */
public final class CopiedNames {
  /** How long a copy is true, unless it is recalled. */
  public static final int LEASE_MILLIS = 2_000;

  private static final long LEASE_NANOS = LEASE_MILLIS * 1_000_000L;

  /** After a recall nothing is offered for as long; the time doubles with each. */
  private static final long FIRST_PAUSE_NANOS = 2_000_000_000L;

  private static final int MAX_DOUBLINGS = 5;

  private final LongSupplier leaseNumbers;
  private final List<CopiedName> names = new ArrayList<>(0);
  private final List<LaneTask> waiting = new ArrayList<>(0);
  private boolean out;
  private boolean recalled;
  private boolean wanted;

  /** Whether that they are out is on the disk. */
  private boolean durable;

  /** Whether servers may have copies from before a start, of whatever names. */
  private boolean unknown;

  private long begunNanos;

  /** Of the row in which it is stored that they are out. */
  private long transaction;

  private int recalls;
  private boolean paused;
  private long pausedUntilNanos;

  /**
   * No copies.
   *
   * @param leaseNumbers gives each lease a number that no other has
   */
  CopiedNames(LongSupplier leaseNumbers) {
    this.leaseNumbers = leaseNumbers;
  }

  /** A copy that a server has. */
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

    /** The file that had the name when it was offered. */
    public long inode() {
      return inode;
    }

    /** Whether what its copies show has yet to be brought to the disk; true once. */
    public boolean beginSync() {
      boolean isFirst = !syncing;
      syncing = true;
      return isFirst;
    }

    /** Whether what its copies show is on the disk. */
    public boolean isDurable() {
      return durable;
    }

    /** Gives no more leases on its copies: those that are out run out. */
    public void withdraw() {
      withdrawn = true;
    }

    /** Whether servers that have copies get no more leases on them. */
    public boolean isWithdrawn() {
      return withdrawn;
    }

    /** Notes how many look-ups a server answered from its copy. */
    public void answered(long lookups) {
      answered += lookups;
    }

    /** How many were noted since the last call. */
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

    /** Whether any server was given a copy since it was offered. */
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

  /** The names that are offered. */
  public List<CopiedName> offered() {
    return names;
  }

  /** An offered name; null if it is not offered. */
  public @Nullable CopiedName find(Name name) {
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).name.equals(name)) {
        return names.get(i);
      }
    }
    return null;
  }

  /** Whether names may be offered now: not for a while after copies were in somebody's way. */
  public boolean mayOffer(long nowNanos) {
    return !recalled && !(paused && pausedUntilNanos - nowNanos > 0);
  }

  /** Offers a name, which is not offered yet, of a file. */
  public CopiedName offer(Name name, long inode) {
    CopiedName offered = new CopiedName(name, inode);
    names.add(offered);
    return offered;
  }

  /** Forgets names that are not offered any more, and of which nobody has a copy. */
  public void forgetWithdrawn(long nowNanos) {
    names.removeIf(name -> name.withdrawn && !name.isHeld(nowNanos));
  }

  /** Whether servers have copies of names, or may have. */
  public boolean isOut() {
    return out;
  }

  /** Whether somebody waits for the end of that. */
  public boolean isRecalled() {
    return recalled;
  }

  /** Whether it is on the disk that copies are out, so that servers may be given some. */
  public boolean isDurable() {
    return durable;
  }

  /** Of the row in which it is stored that they are out. */
  public long transaction() {
    return transaction;
  }

  /** From now on servers may have copies; it is yet to be stored. */
  public void begin(long newTransaction, long nowNanos) {
    out = true;
    transaction = newTransaction;
    begunNanos = nowNanos;
  }

  /** That they are out is on the disk, and what copies of a name show. */
  public void stored(long ofTransaction, CopiedName name) {
    if (out && transaction == ofTransaction) {
      durable = true;
      name.durable = true;
    }
  }

  /** Finds in the store at a start that they are out. */
  public void resume(long newTransaction, long nowNanos) {
    begin(newTransaction, nowNanos);
    durable = true;
    unknown = true;
  }

  /**
   * Gives a server a lease on its copy of a name, or another one.
   *
   * @param place of the server in the view
   * @param recall asks it to give up its copies
   */
  public void grant(
      CopiedName name, ServerId server, int place, long nowNanos, RecallOfCopies recall) {
    if (!out || recalled || !durable || !name.durable) {
      throw new IllegalStateException("copies of " + name.name + " are not to be given");
    }
    long number = leaseNumbers.getAsLong();
    long expires = nowNanos + LEASE_NANOS;
    name.leases.removeIf(lease -> lease.server.equals(server));
    name.leases.add(
        new Lease(server, place, number, expires, () -> recall.send(server, number, expires)));
  }

  /** Asks a server to give up its copies. */
  @FunctionalInterface
  public interface RecallOfCopies {
    /**
     * Asks it, until the lease has run out.
     *
     * @param number of the lease that is given back then
     */
    void send(ServerId server, long number, long expiresNanos);
  }

  /** The servers that have copies of a name, by their places in the view, one bit each. */
  public long placesOf(Name name, long nowNanos) {
    CopiedName copied = out && !recalled ? find(name) : null;
    return copied == null ? 0 : copied.places(nowNanos);
  }

  /** Whether servers have copies of a name, or may have. */
  public boolean mayShow(Name name) {
    return out && (unknown || find(name) != null);
  }

  /** Whether a change of a name has to come again, as copies may show it; they are recalled. */
  boolean holds(Name name) {
    boolean holds = mayShow(name);
    wanted |= holds;
    return holds;
  }

  /** Whether somebody came who has to come again when the copies are back. */
  boolean isWanted() {
    return wanted && !recalled;
  }

  /**
   * Fails if copies show a file, which is about to be changed all the same. Of copies from before a
   * start it is not known what they show.
   */
  void ensureNotShown(long inode) {
    if (out) {
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).inode == inode) {
          throw new IllegalStateException(
              "copies of " + names.get(i).name + " are out, which is about to change");
        }
      }
    }
  }

  /** Fails if copies are out. */
  void ensureNoneOut() {
    if (out) {
      throw new IllegalStateException("copies of names are out, whose directory is to change");
    }
  }

  /** Copies from before a start have run out, once a lease has passed since. */
  void forgetUnknown(long nowNanos) {
    if (unknown && nowNanos - begunNanos >= LEASE_NANOS) {
      unknown = false;
    }
  }

  /** Whether they are out though no server has one any more, and nobody waits. */
  boolean hasRunOut(long nowNanos) {
    if (!out || recalled || nowNanos - begunNanos < LEASE_NANOS) {
      return false;
    }
    for (int i = 0; i < names.size(); i++) {
      if (names.get(i).isHeld(nowNanos)) {
        return false;
      }
    }
    return true;
  }

  /** Notes a task for when they are back; whether they are yet to be recalled. */
  boolean await(@Nullable LaneTask task) {
    if (task != null) {
      waiting.add(task);
    }
    boolean isFirst = !recalled;
    recalled = true;
    return isFirst;
  }

  /** What is recalled; yet to be sent. */
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

  /** They are back; returns the tasks that waited for that. */
  List<LaneTask> end(long nowNanos) {
    if (recalled) {
      boolean isSoon = paused && nowNanos - pausedUntilNanos < FIRST_PAUSE_NANOS << MAX_DOUBLINGS;
      recalls = isSoon ? Math.min(recalls + 1, MAX_DOUBLINGS) : 0;
      paused = true;
      pausedUntilNanos = nowNanos + (FIRST_PAUSE_NANOS << recalls);
    }
    out = false;
    recalled = false;
    wanted = false;
    durable = false;
    unknown = false;
    names.clear();
    List<LaneTask> tasks = List.copyOf(waiting);
    waiting.clear();
    return tasks;
  }
}
