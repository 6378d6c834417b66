package io.gigafs.server.lane;

import io.gigafs.index.Name;
import io.gigafs.index.PositionRange;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The names of a partition that transactions hold. Used by the lane's thread only; not stored: a
 * transaction that a crash cut short holds nothing.
 */
public final class NameLocks {
  private final Set<Name> locked = new HashSet<>();
  private final List<Runnable> waiting = new ArrayList<>();

  /** Takes the name, which nobody may hold. */
  public void lock(Name name) {
    if (!locked.add(name)) {
      throw new IllegalStateException("'" + name + "' is locked already");
    }
  }

  public void unlock(Name name) {
    locked.remove(name);
    List<Runnable> resuming = List.copyOf(waiting);
    waiting.clear();
    resuming.forEach(Runnable::run);
  }

  /** Runs the action, once, when a name is given back. */
  public void whenReleased(Runnable action) {
    waiting.add(action);
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
