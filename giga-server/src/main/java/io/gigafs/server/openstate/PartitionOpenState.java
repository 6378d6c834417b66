package io.gigafs.server.openstate;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.server.openstate.OpenState.LockWaiter;
import io.gigafs.server.openstate.RangeLock.LockOwner;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open state of a partition's files: complete in memory, and in the store as of the last
 * commit. Used on the lane only.
 *
 * <p>Each change of a session's open state must be stored with {@link #write} in the same commit
 * batch.
 */
public final class PartitionOpenState {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOpenState.class);

  private final InodeId directory;
  private final Map<Name, OpenState> files = new HashMap<>();
  private final MoveFences fences = new MoveFences();
  private long writersOpened;

  /** Inodes of files whose objects are being truncated, with the number of running truncations. */
  private final Map<Long, Integer> cuts = new HashMap<>();

  public PartitionOpenState(InodeId directory) {
    this.directory = directory;
  }

  /**
   * Replaces the open state by the stored one. Returns the lock waiters, whose clients must retry.
   */
  public List<LockWaiter> load(Store store, EntryRange range) {
    List<LockWaiter> waited = takeWaiting();
    files.clear();
    store.scanAttached(
        Attachment.HOLD,
        range,
        (key, row) -> {
          load(key, row.label(), row.value());
          return true;
        },
        damaged ->
            LOG.error("damaged open state of a session is ignored: {}", damaged.getMessage()));
    return waited;
  }

  private void load(EntryKey key, byte[] label, byte[] value) {
    try {
      long session = OpenStateRecord.session(label);
      OpenStateRecord row = OpenStateRecord.decode(session, value);
      file(Name.of(key.name()), row.inode()).load(session, row);
    } catch (IllegalArgumentException | CorruptRowException e) {
      LOG.error(
          "dropping unreadable open state of a session on {}, as if it had closed the file: {}",
          key,
          e.getMessage());
    }
  }

  /** The open state of this name's file, or null. */
  public @Nullable OpenState find(Name name) {
    return files.isEmpty() ? null : files.get(name);
  }

  /** The fences of files that clients are copying to volumes. */
  public MoveFences fences() {
    return fences;
  }

  /**
   * Records that a server is about to truncate a file's object; this counts as opening a writer.
   */
  public void beginCut(long inode) {
    cuts.merge(inode, 1, Integer::sum);
    writerOpened();
  }

  /** Records that a truncation has ended, with or without success. */
  public void endCut(long inode) {
    cuts.computeIfPresent(inode, (id, count) -> count == 1 ? null : count - 1);
  }

  /** Whether a file's object is being truncated, or is about to be. */
  public boolean isBeingCut(long inode) {
    return !cuts.isEmpty() && cuts.containsKey(inode);
  }

  /** Records that a handle may write to a file's object from now on. */
  public void writerOpened() {
    writersOpened++;
  }

  /** A counter of {@link #writerOpened} calls, to detect writers between two reads. */
  public long writersOpened() {
    return writersOpened;
  }

  /** Whether any session has open state on the file of this name. */
  public boolean isHeld(Name name) {
    OpenState file = find(name);
    return file != null && !file.isEmpty();
  }

  /** The open state of this name's file, created if there is none. */
  public OpenState file(Name name, long inode) {
    OpenState known = files.get(name);
    if (known != null && known.inode() == inode) {
      return known;
    }
    OpenState fresh = new OpenState(inode);
    files.put(name, fresh);
    return fresh;
  }

  /** The current name of a file with open state. */
  public @Nullable Name nameOf(long inode) {
    for (Map.Entry<Name, OpenState> each : files.entrySet()) {
      if (each.getValue().inode() == inode) {
        return each.getKey();
      }
    }
    return null;
  }

  /**
   * Stores the open state of a session on a file, and the objects to delete that its closed handles
   * were filling.
   */
  public void write(Batch batch, Name name, long session) {
    OpenState file = files.get(name);
    if (file != null) {
      file.takeGivenUp().forEach(location -> batch.putReclaim(location.encode()));
    }
    OpenStateRecord row = file == null ? null : file.row(session);
    if (row == null) {
      batch.deleteAttached(Attachment.HOLD, key(name), OpenStateRecord.subkey(session));
      if (file != null && file.isEmpty()) {
        files.remove(name);
      }
    } else {
      batch.putAttached(Attachment.HOLD, key(name), OpenStateRecord.subkey(session), row.encode());
    }
  }

  private EntryKey key(Name name) {
    return EntryKey.of(directory.value(), name.position().value(), name.bytes());
  }

  /**
   * Drops the open state of a file whose entry has left this partition. Returns the lock waiters.
   */
  public List<LockWaiter> forget(Name name) {
    OpenState gone = files.remove(name);
    return gone == null ? List.of() : gone.waiting();
  }

  /** Loads an open state row of a file that has come to this partition. */
  public void take(Name name, byte[] label, byte[] value) {
    load(key(name), label, value);
  }

  /**
   * Drops the open state of all other names, which moved with their rows. Returns the lock waiters.
   */
  public List<LockWaiter> keepOnly(Predicate<Name> kept) {
    List<LockWaiter> waited = takeWaiting(kept.negate());
    files.keySet().removeIf(kept.negate());
    return waited;
  }

  /** Removes and returns all lock waiters. */
  public List<LockWaiter> takeWaiting() {
    return takeWaiting(name -> true);
  }

  private List<LockWaiter> takeWaiting(Predicate<Name> of) {
    List<LockWaiter> taken = new ArrayList<>();
    files.forEach(
        (name, file) -> {
          if (of.test(name)) {
            taken.addAll(file.waiting());
            file.waiting().clear();
          }
        });
    return taken;
  }

  /** The sessions with open state in this partition. */
  public Set<Long> sessions() {
    if (files.isEmpty()) {
      return Set.of();
    }
    Set<Long> sessions = new HashSet<>();
    files.values().forEach(file -> sessions.addAll(file.sessions()));
    return sessions;
  }

  /** The names of the files on which a session has open state. */
  public List<Name> namesHeldBy(long session) {
    List<Name> held = new ArrayList<>();
    files.forEach(
        (name, file) -> {
          if (file.sessions().contains(session)) {
            held.add(name);
          }
        });
    return held;
  }

  /** The names of all files with open state. */
  public Set<Name> names() {
    return files.keySet();
  }

  public boolean isEmpty() {
    return files.isEmpty();
  }

  /**
   * Whether a wait would close a cycle: the owners of conflicting locks wait, directly or
   * indirectly, for this owner. Only the partition's own locks are considered.
   */
  public boolean wouldDeadlock(LockAttempt attempt, OpenState file) {
    if (!(attempt instanceof LockAttempt.OfRange wanted)) {
      return false;
    }
    LockOwner self = wanted.lock().owner();
    Set<LockOwner> seen = new HashSet<>(wanted.blockers(file));
    List<LockOwner> open = new ArrayList<>(seen);
    while (!open.isEmpty()) {
      LockOwner next = open.remove(open.size() - 1);
      if (next.equals(self)) {
        return true;
      }
      for (LockOwner blocker : blockersOf(next)) {
        if (seen.add(blocker)) {
          open.add(blocker);
        }
      }
    }
    return false;
  }

  private Set<LockOwner> blockersOf(LockOwner owner) {
    Set<LockOwner> blockers = new HashSet<>();
    for (OpenState file : files.values()) {
      for (LockWaiter waiter : file.waiting()) {
        if (waiter.attempt() instanceof LockAttempt.OfRange attempt
            && attempt.lock().owner().equals(owner)) {
          blockers.addAll(attempt.blockers(file));
        }
      }
    }
    return blockers;
  }
}
