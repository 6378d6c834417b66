package io.gigafs.server.partition;

import io.gigafs.index.Name;
import io.gigafs.index.PositionRange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names of a partition that transactions have locked. Used on the lane only.
 *
 * <p>Nobody else may change a <em>locked</em> name. An <em>undecided</em> name may not be read
 * either, because a client may already know the outcome. A <em>pinned</em> name may be read and
 * changed, but must stay in this partition and on this server, as its coordinator may ask for it
 * again.
 */
public final class NameLocks {
  private final Map<Name, Holder> holders = new HashMap<>();
  private final Set<Pin> pins = new HashSet<>();
  private int undecided;
  private boolean readersWait;

  private record Holder(long transaction, boolean undecided) {}

  private record Pin(Name name, long transaction) {}

  /** Locks the name, which must not be locked, for a transaction. */
  public void lock(Name name, long transaction) {
    take(name, new Holder(transaction, false));
  }

  /** Locks the name, which must not be locked, also against reads. */
  public void lockUndecided(Name name, long transaction) {
    take(name, new Holder(transaction, true));
    undecided++;
  }

  private void take(Name name, Holder holder) {
    if (holders.putIfAbsent(name, holder) != null) {
      throw new IllegalStateException("'" + name + "' is locked already");
    }
  }

  public void unlock(Name name) {
    Holder holder = holders.remove(name);
    if (holder != null && holder.undecided && --undecided == 0) {
      readersWait = false;
    }
  }

  /** Pins the name to this partition for a transaction. */
  public void pin(Name name, long transaction) {
    pins.add(new Pin(name, transaction));
  }

  public void unpin(Name name, long transaction) {
    pins.remove(new Pin(name, transaction));
  }

  boolean isLocked(Name name) {
    return !holders.isEmpty() && holders.containsKey(name);
  }

  /** Whether this transaction has the name locked. */
  public boolean isLockedBy(Name name, long transaction) {
    Holder holder = holders.get(name);
    return holder != null && holder.transaction == transaction;
  }

  /** Whether reads of the name have to wait. */
  public boolean isUndecided(Name name) {
    if (undecided == 0) {
      return false;
    }
    Holder holder = holders.get(name);
    return holder != null && holder.undecided;
  }

  /** Whether reads of all names have to wait. */
  boolean isAnyUndecided() {
    return undecided > 0;
  }

  /** Records that a read of all names waits, so that no further name becomes undecided. */
  public void noteWaitingReader() {
    readersWait = undecided > 0;
  }

  /** Whether a read of all names waits. */
  public boolean doReadersWait() {
    return readersWait;
  }

  /** Whether no name is locked or pinned. */
  public boolean isEmpty() {
    return holders.isEmpty() && pins.isEmpty();
  }

  /** Whether a name of the interval is locked or pinned. */
  public boolean holdsAnyIn(PositionRange range) {
    for (Name name : holders.keySet()) {
      if (range.contains(name.position())) {
        return true;
      }
    }
    for (Pin pin : pins) {
      if (range.contains(pin.name.position())) {
        return true;
      }
    }
    return false;
  }
}
