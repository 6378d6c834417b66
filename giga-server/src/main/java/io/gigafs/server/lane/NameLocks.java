package io.gigafs.server.lane;

import io.gigafs.index.Name;
import io.gigafs.index.PositionRange;
import java.util.HashMap;
import java.util.Map;

/** The names of a partition that transactions hold. Used by the lane's thread only. */
public final class NameLocks {
  private final Map<Name, Long> holders = new HashMap<>();

  /** Takes the name, which nobody may hold, for a transaction. */
  public void lock(Name name, long transaction) {
    if (holders.putIfAbsent(name, transaction) != null) {
      throw new IllegalStateException("'" + name + "' is locked already");
    }
  }

  public void unlock(Name name) {
    holders.remove(name);
  }

  public boolean isLocked(Name name) {
    return !holders.isEmpty() && holders.containsKey(name);
  }

  /** Whether this very transaction holds the name. */
  public boolean isLockedBy(Name name, long transaction) {
    Long holder = holders.get(name);
    return holder != null && holder == transaction;
  }

  public boolean isEmpty() {
    return holders.isEmpty();
  }

  /** Whether a name of the interval is held. */
  public boolean holdsAnyIn(PositionRange range) {
    for (Name name : holders.keySet()) {
      if (range.contains(name.position())) {
        return true;
      }
    }
    return false;
  }
}
