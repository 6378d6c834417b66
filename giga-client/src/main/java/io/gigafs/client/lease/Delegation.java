package io.gigafs.client.lease;

import io.gigafs.access.NewFileRules;
import io.gigafs.client.Target;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.request.WriteBehindQueue;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.lease.DelegateResult;
import io.gigafs.protocol.lease.DelegatedRequest;
import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.time.FileTimestamp;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * A partition whose names a server has delegated to this client. Safe for use by several threads.
 *
 * <p>States: ASKED to HELD when the server grants it; HELD to ENDING when it is recalled, used up,
 * expired, or the outcome of a batch is unknown; ENDING to ENDED when all changes are flushed;
 * ASKED to ENDED when the server refuses.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A name is reported as free or taken only while the state is HELD and the lease is valid by
 *       this client's monotonic clock. The lease counts from before the grant or renewal was
 *       requested, less a margin.
 *   <li>{@code names} has the hash of each name in the partition, including unflushed files, and of
 *       each name that an operation of this client has used since the delegation was requested. It
 *       may have others.
 *   <li>The delegation is returned when all of its changes are flushed.
 *   <li>{@code share} is what the server would answer if it knew all changes except those summed in
 *       {@code shareBalance}. Nobody else changes the partition while the state is HELD, and a
 *       change by a request of this client invalidates {@code share}.
 * </ol>
 */
public final class Delegation extends WriteBehindQueue.Target<DelegatedChange> {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final int FIRST_NAMES = 64;

  private final LeaseContext context;
  private final PartitionIndex index;
  private final Runnable removal;
  private final Lease lease;

  private enum State {
    ASKED,
    HELD,
    ENDING,
    ENDED
  }

  /** Guarded by this, as are the fields below. */
  private State state = State.ASKED;

  private Partition partition = Partition.WHOLE;
  private LongHashSet names = new LongHashSet(FIRST_NAMES);
  private long nextInode;
  private long endInode;
  private long wallNanos;
  private long wallAtNanos;
  private int leaseMillis;
  private boolean endIsWatched;
  private int done;
  private final List<Runnable> whenEnded = new ArrayList<>();

  /** The partition's share of the directory's attributes, as answered; null if unknown. */
  private @Nullable PartitionAttributes share;

  /** The {@link Delegations#requestedChanges} at the time of the share. */
  private long shareAsOf;

  /** Names created minus names removed since then. */
  private long shareBalance;

  /** Creates minus removals among the changes that wait to be sent. */
  private long waitingBalance;

  /** The time of the last change that the share may not include. */
  private long changedNanos = FileTimestamp.EARLIEST;

  /** Counts the batches sent: an answer in flight may include any part of a batch. */
  private long shareMoment;

  /**
   * A requested delegation.
   *
   * @param removal is called when it has ended
   */
  Delegation(LeaseContext context, InodeId directory, PartitionIndex index, Runnable removal) {
    super(context.behind(), directory);
    this.context = context;
    this.index = index;
    this.removal = removal;
    this.lease = new Lease(context.clock().nanos());
  }

  PartitionIndex index() {
    return index;
  }

  /** The number of changes made under it. */
  synchronized int done() {
    return done;
  }

  /** Records a name that a request of this client concerns. */
  synchronized void touch(long hash) {
    if (state != State.ENDED) {
      names.add(hash);
    }
  }

  /**
   * The partition's share of the directory's attributes; null if unknown.
   *
   * @param requestedChanges of this client by now
   */
  public synchronized @Nullable PartitionAttributes share(long requestedChanges) {
    PartitionAttributes known = share;
    return known == null || shareAsOf != requestedChanges || !isTrue()
        ? null
        : known.changedAt(changedNanos, shareBalance);
  }

  /** To be taken before the partition's share is requested; negative if batches are in flight. */
  public synchronized long shareMoment() {
    return hasInFlight() ? -1 : shareMoment;
  }

  /**
   * Records the partition's share of the directory's attributes.
   *
   * @param moment when it was requested
   * @param requestedChanges of this client by then
   */
  public synchronized void learnShare(
      PartitionAttributes answered, long moment, long requestedChanges) {
    if (moment == shareMoment && isTrue()) {
      share = answered;
      shareAsOf = requestedChanges;
      shareBalance = waitingBalance;
      if (!hasWaiting()) {
        changedNanos = FileTimestamp.EARLIEST;
      }
    }
  }

  /** Accepts the server's grant; false if the delegation has ended meanwhile. */
  boolean granted(DelegateResult result, long sentNanos) {
    synchronized (this) {
      if (state != State.ASKED) {
        return false;
      }
      partition = new Partition(index, result.depth());
      for (long hash : result.hashes()) {
        names.add(hash);
      }
      nextInode = result.firstInode();
      endInode = result.firstInode() + result.inodes();
      wallNanos = result.wallNanos();
      wallAtNanos = Math.max(sentNanos, context.clock().nanos() - DelegatedRequest.MAX_AHEAD_NANOS);
      leaseMillis = result.millis();
      lease.extend(sentNanos + Lease.usableNanos(leaseMillis));
      state = State.HELD;
    }
    watchEnd();
    return true;
  }

  /** Ends the delegation when its lease expires unused. */
  private void watchEnd() {
    long millis;
    synchronized (this) {
      if (state != State.HELD || endIsWatched) {
        return;
      }
      endIsWatched = true;
      millis = Math.max(1, (lease.endNanos() - context.clock().nanos()) / NANOS_PER_MILLI + 1);
    }
    context.pauses().after(millis, this::endIfOver);
  }

  private void endIfOver() {
    boolean isOver;
    synchronized (this) {
      endIsWatched = false;
      isOver = context.pauses().isClosed() || !lease.isCurrent(context.clock().nanos());
    }
    if (isOver) {
      end();
    } else {
      watchEnd();
    }
  }

  /** Whether the name does not exist. */
  synchronized boolean isFree(long hash) {
    return isTrue() && partition.owns(hash) && !names.contains(hash);
  }

  private boolean isTrue() {
    return state == State.HELD && lease.isCurrent(context.clock().nanos());
  }

  /** Creates a file if its name is known to be free and the client may decide that; else null. */
  @Nullable DelegatedFile make(DelegatedOpening opening) {
    long hash = opening.name().hash();
    DelegatedFile file = null;
    int all = 0;
    synchronized (this) {
      if (!isFree(hash) || !hasRoomFor(hash)) {
        return null;
      }
      if (nextInode != endInode) {
        context.attributeCache().met(opening.key());
        file = new DelegatedFile(this, opening, attributes(opening), context.leases().moment());
        names.add(hash);
        all = add(file);
      }
    }
    if (file == null) {
      end();
    } else {
      sendSoon(all);
    }
    return file;
  }

  /**
   * Removes a name that is known to exist, if the client may decide that. Its hash stays in {@code
   * names}, because another name may have the same hash.
   */
  boolean remove(Target target, Name name, Caller caller, InodeId file) {
    long hash = name.hash();
    int all;
    synchronized (this) {
      if (!isTrue() || !partition.owns(hash) || !names.contains(hash)) {
        return false;
      }
      if (!hasRoomFor(hash)) {
        return false;
      }
      DirectoryKey key = new DirectoryKey(directory(), name);
      FileAttributes known = context.attributeCache().get(key, context.clock().nanos());
      if (known == null || !known.inode().equals(file)) {
        // The name is not cached as this file: a concurrent operation may be removing it.
        return false;
      }
      context.attributeCache().endChange(key, context.attributeCache().beginChange(key));
      all = add(new DelegatedRemoval(target, name, caller, file, wallNanos()));
    }
    sendSoon(all);
    return true;
  }

  /** Adds a change to the waiting ones and returns their number. Called with the lock. */
  private int add(DelegatedChange change) {
    context.counters().delegated.increment();
    done++;
    int more = change.key().makes() ? 1 : -1;
    shareBalance += more;
    waitingBalance += more;
    changedNanos = FileTimestamp.later(changedNanos, change.nanos());
    return enqueue(change, change.name().hash());
  }

  /** The server's clock. Called with the lock. */
  private long wallNanos() {
    return wallNanos + (context.clock().nanos() - wallAtNanos);
  }

  private FileAttributes attributes(DelegatedOpening opening) {
    DirectoryEntry parent = opening.parent();
    Caller caller = opening.caller();
    long nanos = wallNanos();
    return new FileAttributes(
        new InodeId(nextInode++),
        FileType.REGULAR,
        NewFileRules.mode(parent.mode(), parent.gid(), opening.mode(), caller),
        caller.uid(),
        NewFileRules.group(parent.mode(), parent.gid(), caller.gid()),
        0,
        1,
        nanos,
        nanos,
        nanos,
        0,
        nanos,
        0);
  }

  @Override
  protected List<DelegatedBatch<?>> seal(List<DelegatedChange> changes) {
    waitingBalance = 0;
    shareMoment++;
    Map<DelegatedBatch.Key, List<DelegatedChange>> groups = new LinkedHashMap<>();
    for (DelegatedChange change : changes) {
      groups.computeIfAbsent(change.key(), key -> new ArrayList<>()).add(change);
    }
    List<DelegatedBatch<?>> batches = new ArrayList<>();
    groups.forEach((key, group) -> batches.add(batch(key, group)));
    return batches;
  }

  private DelegatedBatch<?> batch(DelegatedBatch.Key key, List<DelegatedChange> changes) {
    return key.makes()
        ? new DelegatedFiles(
            context, this, key, changes.stream().map(DelegatedFile.class::cast).toList())
        : new DelegatedRemovals(
            context, this, key, changes.stream().map(DelegatedRemoval.class::cast).toList());
  }

  /** A batch has ended, with any outcome. */
  void ended(DelegatedBatch<?> batch, boolean isOutcomeUnknown) {
    List<Runnable> tasks = List.of();
    synchronized (this) {
      ended(batch);
      if (state == State.ENDING && isEmpty()) {
        tasks = toEnded();
      }
    }
    tasks.forEach(Runnable::run);
    if (isOutcomeUnknown) {
      end();
    }
  }

  /** The server has renewed the delegation, or ended it. */
  void renewed(BulkCreateResult result, long sentNanos) {
    if (!result.isDelegated()) {
      end();
      return;
    }
    synchronized (this) {
      lease.extend(sentNanos + Lease.usableNanos(leaseMillis));
    }
  }

  /** Stops further changes; the delegation ends when all changes are flushed. */
  void end() {
    endThen(() -> {});
  }

  /** The same; then runs a task. */
  void endThen(Runnable task) {
    List<Runnable> tasks;
    synchronized (this) {
      whenEnded.add(task);
      if (state != State.ENDED) {
        state = State.ENDING;
      }
      tasks = isEmpty() ? toEnded() : List.of();
    }
    tasks.forEach(Runnable::run);
    send();
  }

  private List<Runnable> toEnded() {
    boolean isFirst = state != State.ENDED;
    state = State.ENDED;
    // Handles of open files keep a reference to this object, so free its memory.
    names = new LongHashSet(FIRST_NAMES);
    free();
    List<Runnable> tasks = new ArrayList<>();
    if (isFirst) {
      tasks.add(removal);
    }
    tasks.addAll(whenEnded);
    whenEnded.clear();
    return tasks;
  }
}
