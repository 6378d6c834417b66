package io.gigafs.server.lane;

import io.gigafs.index.Name;
import io.gigafs.index.PositionRange;
import java.util.HashSet;
import java.util.Set;

/** The names of a partition that transactions hold. Used by the lane's thread only. */
public final class NameLocks {
  private final Set<Name> locked = new HashSet<>();

  /** Takes the name, which nobody may hold. */
  public void lock(Name name) {
    if (!locked.add(name)) {
      throw new IllegalStateException("'" + name + "' is locked already");
    }
  }

  public void unlock(Name name) {
    locked.remove(name);
  }

  public boolean isLocked(Name name) {
    return !locked.isEmpty() && locked.contains(name);
  }

  public boolean isEmpty() {
    return locked.isEmpty();
  }

  /** Whether a name of the interval is held. */
  public boolean holdsAnyIn(PositionRange range) {
    for (Name name : locked) {
      if (range.contains(name.position())) {
        return true;
      }
    }
    return false;
  }
}
