package io.gigafs.server.hold;

import io.gigafs.protocol.LockType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What sessions hold of one file, and who waits for a lock of it. Used by one thread.
 *
 * <p>Those who wait are not stored: they ask again.
 */
public final class FileHolds {
  private final long inode;
  private final Map<Long, Map<Long, OpenHandle>> handlesBySession = new LinkedHashMap<>();
  private final ByteRangeLocks ranges = new ByteRangeLocks();
  private final List<LockWaiter> waiting = new ArrayList<>();

  FileHolds(long inode) {
    this.inode = inode;
  }

  public long inode() {
    return inode;
  }

  public ByteRangeLocks ranges() {
    return ranges;
  }

  /** Who waits, first come first. */
  public List<LockWaiter> waiting() {
    return waiting;
  }

  public void open(long session, OpenHandle handle) {
    handlesBySession
        .computeIfAbsent(session, none -> new LinkedHashMap<>())
        .put(handle.number(), handle);
  }

  /** A handle of a session, or null if it has none of this number. */
  public @Nullable OpenHandle handle(long session, long number) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    return handles == null ? null : handles.get(number);
  }

  /**
   * Closes a handle; with a session's last one go its byte ranges.
   *
   * @return whether it was open
   */
  public boolean close(long session, long number) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    if (handles == null || handles.remove(number) == null) {
      return false;
    }
    waiting.removeIf(
        waiter ->
            waiter.wish() instanceof LockWish.OfFile wish
                && wish.session() == session
                && wish.handle() == number);
    if (handles.isEmpty()) {
      closeAll(session);
    }
    return true;
  }

  /** Ends all that a session holds. */
  public void closeAll(long session) {
    handlesBySession.remove(session);
    ranges.removeAll(session);
    waiting.removeIf(waiter -> waiter.wish().session() == session);
  }

  /** Whether a handle may lock the whole file so; what it has already does not hinder it. */
  boolean allowsFlock(long session, long number, LockType type) {
    for (Map.Entry<Long, Map<Long, OpenHandle>> each : handlesBySession.entrySet()) {
      for (OpenHandle handle : each.getValue().values()) {
        boolean isOther = each.getKey() != session || handle.number() != number;
        LockType held = handle.flock();
        if (isOther && held != null && (held == LockType.EXCLUSIVE || type == LockType.EXCLUSIVE)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Sets a handle's lock of the whole file, to null for none. */
  public void setFlock(long session, long number, @Nullable LockType type) {
    OpenHandle handle = handle(session, number);
    if (handle != null) {
      open(session, handle.withFlock(type));
    }
  }

  public Set<Long> sessions() {
    return handlesBySession.keySet();
  }

  /** What a session holds, as it is stored; null if it holds nothing. */
  @Nullable HoldRow row(long session) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    return handles == null ? null : new HoldRow(inode, handles.values(), ranges.of(session));
  }

  void load(long session, HoldRow row) {
    row.handles().forEach(handle -> open(session, handle));
    row.ranges().forEach(ranges::add);
  }

  boolean isEmpty() {
    return handlesBySession.isEmpty();
  }
}
