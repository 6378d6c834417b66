package io.gigafs.server.openstate;

import io.gigafs.protocol.LockType;
import io.gigafs.volume.DataLocation;
import java.util.ArrayList;
import java.util.HashSet;
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
public final class OpenState {
  private final long inode;
  private final Map<Long, Map<Long, OpenHandle>> handlesBySession = new LinkedHashMap<>();
  private final ByteRangeLocks ranges = new ByteRangeLocks();
  private final List<LockWaiter> waiting = new ArrayList<>();
  private final List<DataLocation> givenUp = new ArrayList<>();
  private @Nullable HandleId soleWriter;
  private long sizeChanges;

  /** Sessions that ask again and again which object is the file's; not stored. */
  private Set<Long> followers = Set.of();

  /** Sessions that may have written to the object since the entry knew it; null if unknown. */
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

  /** Who waits, first come first. */
  public List<LockWaiter> waiting() {
    return waiting;
  }

  public void open(long session, OpenHandle handle) {
    handlesBySession
        .computeIfAbsent(session, none -> new LinkedHashMap<>())
        .put(handle.number(), handle);
  }

  /** Whether a session has the file open for another client: its number was stolen, or guessed. */
  public boolean isOfAnother(long session, long client) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    if (handles != null) {
      for (OpenHandle handle : handles.values()) {
        return !handle.opener().isClient(client); // those of a session are all of one client
      }
    }
    return false;
  }

  /** Whether a client has the file open, in any session. */
  public boolean isOpenBy(long client) {
    return handlesBySession.values().stream()
        .flatMap(handles -> handles.values().stream())
        .anyMatch(handle -> handle.opener().isClient(client));
  }

  /** A handle of a session, or null if it has none of this number. */
  public @Nullable OpenHandle handle(long session, long number) {
    Map<Long, OpenHandle> handles = handlesBySession.get(session);
    return handles == null ? null : handles.get(number);
  }

  /**
   * Closes a handle, which ends what waits for locks by it; with a session's last one go its byte
   * ranges.
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
        waiter -> waiter.wish().session() == session && waiter.wish().handle() == number);
    if (handles.isEmpty()) {
      closeAll(session);
    }
    return true;
  }

  /** Ends all that a session holds. */
  public void closeAll(long session) {
    sizeChanged();
    stopsFollowing(session);
    Map<Long, OpenHandle> closed = handlesBySession.remove(session);
    if (closed != null) {
      closed.values().forEach(handle -> gone(session, handle));
    }
    ranges.removeAll(session);
    waiting.removeIf(waiter -> waiter.wish().session() == session);
  }

  /** What a handle wrote is in the object that the file has now, whatever it was opened as. */
  private void gone(long session, OpenHandle closed) {
    if (closed.writes() && objectWriters != null) {
      objectWriters.add(session);
    }
    DataLocation placed = closed.placed();
    if (placed != null) {
      givenUp.add(placed);
    }
  }

  /** Takes out the objects that closed handles had begun to fill: nothing names them any more. */
  List<DataLocation> takeGivenUp() {
    List<DataLocation> taken = List.copyOf(givenUp);
    givenUp.clear();
    return taken;
  }

  /** Whether a handle that may write is open. */
  public boolean hasWriter() {
    return handlesBySession.values().stream()
        .flatMap(handles -> handles.values().stream())
        .anyMatch(OpenHandle::writes);
  }

  /**
   * Notes what the answer to a session says of the file's object; to one that opens the file,
   * before its handle is added. A session that has the file open already does not begin to follow
   * the object: the answer may be lost, and the session go by what it knew before.
   *
   * @param mayChange whether the answer says that the file may have another object soon
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
   * Whether the file may be given another object: nobody writes to the one that it has, and all who
   * have the file open will ask for the new one.
   */
  public boolean mayChangeObject() {
    return !hasWriter() && followers.containsAll(handlesBySession.keySet());
  }

  /** Whether all handles that may write are the superuser's. */
  public boolean isWrittenBySuperuser() {
    return handlesBySession.values().stream()
        .flatMap(handles -> handles.values().stream())
        .allMatch(handle -> !handle.writes() || handle.opener().isSuperuser());
  }

  /** Whether another handle than this one is open that may write. */
  public boolean hasOtherWriter(long session, long number) {
    return handlesBySession.entrySet().stream()
        .anyMatch(
            each ->
                each.getValue().values().stream()
                    .anyMatch(
                        handle ->
                            handle.writes()
                                && (each.getKey() != session || handle.number() != number)));
  }

  /** Up to where any handle may write to the object of a file below a quota; 0 for nowhere. */
  public long grantedEnd() {
    long end = 0;
    for (Map<Long, OpenHandle> handles : handlesBySession.values()) {
      for (OpenHandle handle : handles.values()) {
        end = Math.max(end, handle.granted());
      }
    }
    return end;
  }

  /** Says up to where a handle may write. */
  public void grant(long session, long number, long end) {
    sizeChanged();
    OpenHandle handle = handle(session, number);
    if (handle != null) {
      open(session, handle.withGranted(end));
    }
  }

  /**
   * Takes back what was granted to a session's handles.
   *
   * @return whether anything was
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

  /** Notes that what is known of the object's size, or may become of it, has changed. */
  public void sizeChanged() {
    sizeChanges++;
  }

  /** Tells whether {@link #sizeChanged} was called between two looks at it. */
  public long sizeChanges() {
    return sizeChanges;
  }

  /**
   * Notes that a server is about to give the object another size: its only writer may measure it
   * before, and is not the only one that changes it any more.
   */
  public void objectCut() {
    sizeChanged();
    soleWriter = null;
  }

  /**
   * Notes that a handle may write to the file's object from now on.
   *
   * @param isFirst whether the entry knew size and time of the object until now
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
   * Whether another session than this one may have written to the file's object since the entry
   * knew its size and time, or may do so; true also if that is not known any more.
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
   * Whether nobody else can have changed the file's object since the entry knew its size and time;
   * false also if that is not known any more.
   */
  public boolean wroteAlone(long session, long number) {
    return new HandleId(session, number).equals(soleWriter);
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
}
