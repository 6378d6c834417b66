package io.gigafs.server.openstate;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.tablefs.Attachment;
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
 * What sessions hold of the files of a partition: in memory all of it, and in the store as of the
 * last commit. Used on the lane only.
 *
 * <p>Whoever changes what a session holds of a file writes that down with {@link #write} in the
 * same commit batch.
 */
public final class PartitionOpenState {
  private static final Logger LOG = LoggerFactory.getLogger(PartitionOpenState.class);

  private final InodeId directory;
  private final Map<Name, OpenState> files = new HashMap<>();
  private final MoveFences fences = new MoveFences();
  private long writersOpened;

  /** Files whose objects servers are cutting, as often as they do. */
  private final Map<Long, Integer> cuts = new HashMap<>();

  public PartitionOpenState(InodeId directory) {
    this.directory = directory;
  }

  /** Takes the store's word. Returns those who waited for locks: they have to ask again. */
  public List<LockWaiter> load(Store store, EntryRange range) {
    List<LockWaiter> waited = takeWaiting();
    files.clear();
    store.scanAttached(
        Attachment.HOLD,
        range,
        (key, row) -> {
          load(key, row.label(), row.value());
          return true;
        });
    return waited;
  }

  private void load(EntryKey key, byte[] label, byte[] value) {
    try {
      long session = OpenStateRecord.session(label);
      OpenStateRecord row = OpenStateRecord.decode(session, value);
      file(Name.of(key.name()), row.inode()).load(session, row);
    } catch (IllegalArgumentException | CorruptRowException e) {
      LOG.error(
          "what a session held of {} cannot be read and counts as given up: {}",
          key,
          e.getMessage());
    }
  }

  /** What is held of the file of this name; null if nothing is. */
  public @Nullable OpenState find(Name name) {
    return files.isEmpty() ? null : files.get(name);
  }

  /** The files that clients are copying to volumes. */
  public MoveFences fences() {
    return fences;
  }

  /** A server is about to have a file's object cut, which is as if a writer was opened. */
  public void beginCut(long inode) {
    cuts.merge(inode, 1, Integer::sum);
    writerOpened();
  }

  /** It has done so, or has failed to. */
  public void endCut(long inode) {
    cuts.computeIfPresent(inode, (id, count) -> count == 1 ? null : count - 1);
  }

  /** Whether a file's object is being cut, or is about to be. */
  public boolean isBeingCut(long inode) {
    return !cuts.isEmpty() && cuts.containsKey(inode);
  }

  /** Notes that a handle may write to a file's object from now on. */
  public void writerOpened() {
    writersOpened++;
  }

  /** Tells whether any writer was noted between two looks at it. */
  public long writersOpened() {
    return writersOpened;
  }

  /** Whether any session holds something of the file of this name. */
  public boolean isHeld(Name name) {
    OpenState file = find(name);
    return file != null && !file.isEmpty();
  }

  /** Likewise, to add to it. */
  public OpenState file(Name name, long inode) {
    OpenState known = files.get(name);
    if (known != null && known.inode() == inode) {
      return known;
    }
    OpenState fresh = new OpenState(inode);
    files.put(name, fresh);
    return fresh;
  }

  /** The name that a file of which something is held has now. */
  public @Nullable Name nameOf(long inode) {
    for (Map.Entry<Name, OpenState> each : files.entrySet()) {
      if (each.getValue().inode() == inode) {
        return each.getKey();
      }
    }
    return null;
  }

  /**
   * Writes down what a session holds of a file now, and that the objects are to be deleted that its
   * closed handles had begun to fill.
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

  /** A file's entry has gone from here, with all that hangs on it. Returns those who waited. */
  public List<LockWaiter> forget(Name name) {
    OpenState gone = files.remove(name);
    return gone == null ? List.of() : gone.waiting();
  }

  /** A file has come here with a row of this label. */
  public void take(Name name, byte[] label, byte[] value) {
    load(key(name), label, value);
  }

  /** Forgets all names but these, which went elsewhere with their rows. */
  public List<LockWaiter> keepOnly(Predicate<Name> kept) {
    List<LockWaiter> waited = takeWaiting(kept.negate());
    files.keySet().removeIf(kept.negate());
    return waited;
  }

  /** Takes those out who wait for locks. */
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

  /** The sessions that hold anything here. */
  public Set<Long> sessions() {
    if (files.isEmpty()) {
      return Set.of();
    }
    Set<Long> sessions = new HashSet<>();
    files.values().forEach(file -> sessions.addAll(file.sessions()));
    return sessions;
  }

  /** The names of the files of which a session holds something. */
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

  /** The files of which something is held. */
  public Set<Name> names() {
    return files.keySet();
  }

  public boolean isEmpty() {
    return files.isEmpty();
  }

  /**
   * Whether an owner that waited for a lock might wait for ever: those that hinder it wait for
   * others of the partition's locks, and so on, up to itself.
   */
  public boolean wouldDeadlock(LockAttempt wish, OpenState file) {
    if (!(wish instanceof LockAttempt.OfRange wanted)) {
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
        if (waiter.wish() instanceof LockAttempt.OfRange wish
            && wish.lock().owner().equals(owner)) {
          blockers.addAll(wish.blockers(file));
        }
      }
    }
    return blockers;
  }
}
