package io.gigafs.server.lane;

import io.gigafs.index.Name;
import io.gigafs.index.PositionRange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The names of a partition that transactions hold. Used on the lane only.
 *
 * <p>A name that is <em>locked</em> is changed by nobody else. One that is <em>undecided</em> is
 * not even read, as somebody may have been told already what it is to be. One that is
 * <em>pinned</em> is for everyone, but stays in this partition, on this server: somebody will come
 * back to it.
 */
public final class NameLocks {
  private final Map<Name, Holder> holders = new HashMap<>();
  private final Set<Pin> pins = new HashSet<>();
  private int undecided;
  private boolean readersWait;

  private record Holder(long transaction, boolean undecided) {}

  private record Pin(Name name, long transaction) {}

  /** Takes the name, which nobody may hold, for a transaction. */
  public void lock(Name name, long transaction) {
    take(name, new Holder(transaction, false));
  }

  /** Likewise, and keeps readers from it. */
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

  /** Keeps the name here for a transaction. */
  public void pin(Name name, long transaction) {
    pins.add(new Pin(name, transaction));
  }

  public void unpin(Name name, long transaction) {
    pins.remove(new Pin(name, transaction));
  }

  public boolean isLocked(Name name) {
    return !holders.isEmpty() && holders.containsKey(name);
  }

  /** Whether this very transaction holds the name. */
  public boolean isLockedBy(Name name, long transaction) {
    Holder holder = holders.get(name);
    return holder != null && holder.transaction == transaction;
  }

  /** Whether readers have to wait for the name. */
  public boolean isUndecided(Name name) {
    if (undecided == 0) {
      return false;
    }
    Holder holder = holders.get(name);
    return holder != null && holder.undecided;
  }

  /** Whether those have to wait who read all names. */
  public boolean isAnyUndecided() {
    return undecided > 0;
  }

  /** Notes that somebody waits to read all names, so that no more of them become undecided. */
  public void noteWaitingReader() {
    readersWait = undecided > 0;
  }

  /** Whether somebody waits to read all names. */
  public boolean doReadersWait() {
    return readersWait;
  }

  /** Whether no name is held in any way. */
  public boolean isEmpty() {
    return holders.isEmpty() && pins.isEmpty();
  }

  /** Whether a name of the interval is held in any way. */
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
