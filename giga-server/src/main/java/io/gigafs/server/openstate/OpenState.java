package io.gigafs.server.openstate;

import io.gigafs.protocol.file.LockType;
import io.gigafs.volume.DataLocation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The open state of one file: sessions' handles and locks, and the requests that wait for locks.
 * Used by one thread. Waiting requests are not stored: their clients retry.
 */
public final class OpenState {
  private final long inode;
  private final Map<Long, Map<Long, OpenHandle>> handlesBySession = new LinkedHashMap<>();
  private final ByteRangeLocks ranges = new ByteRangeLocks();
  private final List<LockWaiter> waiting = new ArrayList<>();
  private final List<DataLocation> givenUp = new ArrayList<>();
  private @Nullable HandleId soleWriter;
  private long sizeChanges;

  /** Sessions that refresh the location of the file's object; not stored. */
  private Set<Long> followers = Set.of();

  /**
   * Sessions that may have written to the object since the entry's size was valid; null if unknown.
   */
  private @Nullable Set<Long> objectWriters;

  private record HandleId(long session, long number) {}

  OpenState(long inode) {
    this.inode = inode;
  }

  public long inode() {
    return inode;
  }

  public ByteRangeLocks ranges() {
    return ranges;
  }

  /** The requests that wait for locks, in order of arrival. */
  public List<LockWaiter> waiting() {
    return waiting;
  }

  public void open(long session, OpenHandle handle) {
    handlesBySession
        .computeIfAbsent(session, none -> new LinkedHashMap<>())
        .put(handle.number(), handle);
  }

  /** Whether another client has this session, so that its number was stolen or guessed. */
  public boolean isOfAnother(long session, long client) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    if (handles != null) {
      for (OpenHandle handle : handles.values()) {
        return !handle.opener().isClient(client); // all handles of a session are one client's
      }
    }
    return false;
  }

  /** Whether a client has the file open in any session. */
  public boolean isOpenBy(long client) {
    return handlesBySession.values().stream()
        .flatMap(handles -> handles.values().stream())
        .anyMatch(handle -> handle.opener().isClient(client));
  }

  /** A session's handle of this number, or null. */
  public @Nullable OpenHandle handle(long session, long number) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    return handles == null ? null : handles.get(number);
  }

  /**
   * Closes a handle, and ends lock requests that wait by it. The session's last close releases its
   * byte ranges.
   *
   * @return whether it was open
   */
  public boolean close(long session, long number) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    OpenHandle closed = handles == null ? null : handles.remove(number);
    if (handles == null || closed == null) {
      return false;
    }
    gone(session, closed);
    sizeChanged();
    waiting.removeIf(
        waiter -> waiter.attempt().session() == session && waiter.attempt().handle() == number);
    if (handles.isEmpty()) {
      closeAll(session);
    }
    return true;
  }

  /** Removes all state of a session. */
  public void closeAll(long session) {
    sizeChanged();
    stopsFollowing(session);
    Map<Long, OpenHandle> closed = handlesBySession.remove(session);
    if (closed != null) {
      closed.values().forEach(handle -> gone(session, handle));
    }
    ranges.removeAll(session);
    waiting.removeIf(waiter -> waiter.attempt().session() == session);
  }

  /**
   * A closed writer counts as a writer of the file's current object, whatever it was opened for.
   */
  private void gone(long session, OpenHandle closed) {
    if (closed.writes() && objectWriters != null) {
      objectWriters.add(session);
    }
    DataLocation placed = closed.placed();
    if (placed != null) {
      givenUp.add(placed);
    }
  }

  /**
   * Removes and returns the objects that closed handles were filling; no row refers to them any
   * more.
   */
  List<DataLocation> takeGivenUp() {
    List<DataLocation> taken = List.copyOf(givenUp);
    givenUp.clear();
    return taken;
  }

  /** Whether a handle with write access is open. */
  public boolean hasWriter() {
    return handlesBySession.values().stream()
        .flatMap(handles -> handles.values().stream())
        .anyMatch(OpenHandle::writes);
  }

  /**
   * Records what the answer to a session says of the file's object; call it before the handle of an
   * open is added. A session that already has the file open does not become a follower: the answer
   * may be lost, and the session would use the old location.
   *
   * @param mayChange whether the answer says that the file's object may soon change
   */
  public void learnsObject(long session, boolean mayChange) {
    if (!mayChange) {
      stopsFollowing(session);
    } else if (!handlesBySession.containsKey(session)) {
      if (followers.isEmpty()) {
        followers = new HashSet<>();
      }
      followers.add(session);
    }
  }

  private void stopsFollowing(long session) {
    if (!followers.isEmpty()) {
      followers.remove(session);
    }
  }

  /**
   * Whether the file may get another object: its current one has no writer, and all sessions that
   * have the file open will ask for the new one.
   */
  public boolean mayChangeObject() {
    return !hasWriter() && followers.containsAll(handlesBySession.keySet());
  }

  /** Whether all handles with write access are the superuser's. */
  public boolean isWrittenBySuperuser() {
    return handlesBySession.values().stream()
        .flatMap(handles -> handles.values().stream())
        .allMatch(handle -> !handle.writes() || handle.opener().isSuperuser());
  }

  /** Whether a handle with write access other than this one is open. */
  boolean hasOtherWriter(long session, long number) {
    return handlesBySession.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().values().stream()
                    .anyMatch(
                        handle ->
                            handle.writes()
                                && (each.getKey() != session || handle.number() != number)));
  }

  /** The largest write limit of any handle for a file below a quota; 0 for none. */
  public long grantedEnd() {
    long end = 0;
    for (Map<Long, OpenHandle> handles : handlesBySession.values()) {
      for (OpenHandle handle : handles.values()) {
        end = Math.max(end, handle.granted());
      }
    }
    return end;
  }

  /** Sets the write limit of a handle. */
  public void grant(long session, long number, long end) {
    sizeChanged();
    OpenHandle handle = handle(session, number);
    if (handle != null) {
      open(session, handle.withGranted(end));
    }
  }

  /**
   * Revokes the write limits of a session's handles.
   *
   * @return whether any was set
   */
  public boolean revokeGrants(long session) {
    sizeChanged();
    boolean had = false;
    Map<Long, OpenHandle> handles = handlesBySession.getOrDefault(session, Map.of());
    for (OpenHandle handle : List.copyOf(handles.values())) {
      had |= handle.granted() != 0;
      open(session, handle.withGranted(0));
    }
    return had;
  }

  /** Records that the known or possible size of the object has changed. */
  public void sizeChanged() {
    sizeChanges++;
  }

  /** A counter of {@link #sizeChanged} calls, to detect changes between two reads. */
  public long sizeChanges() {
    return sizeChanges;
  }

  /**
   * Records that a server is about to truncate the object: its only writer may have measured the
   * size before, and is no longer the only one that changes it.
   */
  public void objectCut() {
    sizeChanged();
    soleWriter = null;
  }

  /**
   * Records that a handle may write to the file's object from now on.
   *
   * @param isFirst whether the entry's size and time of the object were valid until now
   */
  public void writesObject(long session, long number, boolean isFirst) {
    sizeChanged();
    boolean isAlone = isFirst && !hasOtherWriter(session, number);
    soleWriter = isAlone ? new HandleId(session, number) : null;
    if (isFirst) {
      objectWriters = new HashSet<>();
    }
    if (objectWriters != null) {
      objectWriters.add(session);
    }
  }

  /**
   * Whether another session may have written to the file's object since the entry's size and time
   * were valid, or may still do so; true also if unknown.
   */
  public boolean mayBeWrittenByOthers(long session) {
    return objectWriters == null
        || objectWriters.stream().anyMatch(writer -> writer != session)
        || handlesBySession.entrySet().stream()
            .anyMatch(
                each ->
                    each.getKey() != session
                        && each.getValue().values().stream().anyMatch(OpenHandle::writes));
  }

  /**
   * Whether this handle alone can have changed the file's object since the entry's size and time
   * were valid; false also if unknown.
   */
  public boolean wroteAlone(long session, long number) {
    return new HandleId(session, number).equals(soleWriter);
  }

  /** Whether a handle can get this lock of the whole file; its own lock does not conflict. */
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

  /** Sets or, with null, removes a handle's lock of the whole file. */
  public void setFlock(long session, long number, @Nullable LockType type) {
    OpenHandle handle = handle(session, number);
    if (handle != null) {
      open(session, handle.withFlock(type));
    }
  }

  public Set<Long> sessions() {
    return handlesBySession.keySet();
  }

  /** The row of a session; null if it has no open state. */
  @Nullable OpenStateRecord row(long session) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    return handles == null
        ? null
        : new OpenStateRecord(inode, handles.values(), ranges.of(session));
  }

  void load(long session, OpenStateRecord row) {
    row.handles().forEach(handle -> open(session, handle));
    row.ranges().forEach(ranges::add);
  }

  boolean isEmpty() {
    return handlesBySession.isEmpty();
  }

  /** A request that waits for a lock; waiters are served in order of arrival. */
  public interface LockWaiter {
    LockAttempt attempt();

    /** Makes the client retry, because the file or its open state is no longer on this server. */
    void retryLater();
  }
}
