package io.gigafs.client;

import io.gigafs.access.NewFiles;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.DelegateResult;
import io.gigafs.protocol.DelegatedRequest;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.PartitionAttributes;
import io.gigafs.time.FileTimestamp;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.agrona.collections.LongHashSet;
import org.jspecify.annotations.Nullable;

/**
 * A partition whose names a server delegates to this client. Safe for use by several threads.
 *
 * <p>It moves from ASKED to HELD when the server grants it, to ENDING when it is asked back, used
 * up, doubtful or has run out, and from there to ENDED when all files were told; from ASKED to
 * ENDED when the server refuses.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A name is said to be free, or taken, only while it is HELD, by this client's monotonic
 *       clock, counted from before it was granted or renewed and shortened by a margin.
 *   <li>{@code names} has the hash of each name that the partition has, those of files that were
 *       not told among them, and of each that an operation of this client was or is about since the
 *       partition was asked for; and may have others.
 *   <li>{@code untold} has the hash of each change that was not told, and no two are of one: what
 *       is there once it was made or removed is asked for, or changed again, only by requests,
 *       which wait.
 *   <li>It is given back when all that was done in it was told.
 *   <li>{@code share} is what the server would answer, had it heard of all changes but those of
 *       which {@code shareBalance} is the sum: nobody else changes the partition while it is HELD,
 *       and after a change by a request of this client it is not used any more.
 * </ol>
 */
final class Delegation {
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long FIXED_MARGIN_NANOS = 10 * NANOS_PER_MILLI;

  /** So many changes are told at once without waiting for more. */
  private static final int MANY = 256;

  /** So many changes may be on their way to the server; who makes more waits for it. */
  private static final int MAX_UNFLUSHED = 4_096;

  private static final int FIRST_NAMES = 64;
  private static final int MARGIN_DIVISOR = 20;

  private final Core core;
  private final InodeId directory;
  private final PartitionIndex index;
  private final Runnable removal;

  private enum State {
    ASKED,
    HELD,
    ENDING,
    ENDED
  }

  /** Guarded by this, and so is what follows. */
  private State state = State.ASKED;

  private Partition partition = Partition.WHOLE;
  private LongHashSet names = new LongHashSet(FIRST_NAMES);
  private long nextInode;
  private long endInode;
  private long wallNanos;
  private long wallAtNanos;
  private int leaseMillis;
  private long endNanos;
  private boolean endIsWatched;
  private int done;
  private List<DelegatedChange> waiting = new ArrayList<>();
  private final Set<DelegatedBatch<?>> underWay = new HashSet<>();
  private final List<Runnable> whenEnded = new ArrayList<>();

  /** The hashes of the names that were changed and not told of. */
  private LongHashSet untold = new LongHashSet(FIRST_NAMES);

  /** The partition's share of the directory's attributes, as answered; null if it is not known. */
  private @Nullable PartitionAttributes share;

  /** The {@link Delegations#requestedChanges} as of which the share is. */
  private long shareAsOf;

  /** How many more names were made than removed since then. */
  private long shareBalance;

  /** How many more of the changes that wait to be sent make a name than remove one. */
  private long waitingBalance;

  /** When the last change was made that the share may not have. */
  private long changedNanos = FileTimestamp.EARLIEST;

  /** Counts the batches that were sent: an answer on its way may have any part of one. */
  private long shareMoment;

  /** Whether there are any; to be read without the lock. */
  private volatile boolean hasUnflushed;

  /**
   * A partition that is asked for.
   *
   * @param removal is called when it has ended
   */
  Delegation(Core core, InodeId directory, PartitionIndex index, Runnable removal) {
    this.core = core;
    this.directory = directory;
    this.index = index;
    this.removal = removal;
  }

  InodeId directory() {
    return directory;
  }

  PartitionIndex index() {
    return index;
  }

  /** How much was done under it. */
  synchronized int done() {
    return done;
  }

  boolean hasUnflushed() {
    return hasUnflushed;
  }

  /** Notes a name about which this client asks for something. */
  synchronized void touch(long hash) {
    if (state != State.ENDED) {
      names.add(hash);
    }
  }

  /**
   * The partition's share of the directory's attributes, if it is known; else null.
   *
   * @param requestedChanges of this client by now
   */
  synchronized @Nullable PartitionAttributes share(long requestedChanges) {
    PartitionAttributes known = share;
    return known == null || shareAsOf != requestedChanges || !isTrue()
        ? null
        : known.changedAt(changedNanos, shareBalance);
  }

  /**
   * To be noted before the server is asked for the partition's share; negative if it is in flux.
   */
  synchronized long shareMoment() {
    return underWay.isEmpty() ? shareMoment : -1;
  }

  /**
   * Learns the partition's share of the directory's attributes.
   *
   * @param moment when it was asked for
   * @param requestedChanges of this client by then
   */
  synchronized void learnShare(PartitionAttributes answered, long moment, long requestedChanges) {
    if (moment == shareMoment && isTrue()) {
      share = answered;
      shareAsOf = requestedChanges;
      shareBalance = waitingBalance;
      if (waiting.isEmpty()) {
        changedNanos = FileTimestamp.EARLIEST;
      }
    }
  }

  /** Takes the server's word; false if it is not worth anything by now. */
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
      wallAtNanos = Math.max(sentNanos, core.clock().nanos() - DelegatedRequest.MAX_AHEAD_NANOS);
      leaseMillis = result.millis();
      endNanos = sentNanos + usableNanos();
      state = State.HELD;
    }
    watchEnd();
    return true;
  }

  private long usableNanos() {
    long lease = leaseMillis * NANOS_PER_MILLI;
    return lease - lease / MARGIN_DIVISOR - FIXED_MARGIN_NANOS;
  }

  /** Sees to it that it does not stay when nobody uses it. */
  private void watchEnd() {
    long millis;
    synchronized (this) {
      if (state != State.HELD || endIsWatched) {
        return;
      }
      endIsWatched = true;
      millis = Math.max(1, (endNanos - core.clock().nanos()) / NANOS_PER_MILLI + 1);
    }
    core.pauses().after(millis, this::endIfOver);
  }

  private void endIfOver() {
    boolean isOver;
    synchronized (this) {
      endIsWatched = false;
      isOver = core.pauses().isClosed() || endNanos - core.clock().nanos() <= 0;
    }
    if (isOver) {
      end();
    } else {
      watchEnd();
    }
  }

  /** Whether there is no such name. */
  synchronized boolean isFree(long hash) {
    return isTrue() && partition.owns(hash) && !names.contains(hash);
  }

  private boolean isTrue() {
    return state == State.HELD && endNanos - core.clock().nanos() > 0;
  }

  /** Makes a file, if its name is known to be free and that may be decided here; else null. */
  @Nullable DelegatedFile make(DelegatedOpening opening) {
    long hash = opening.place().name().hash();
    DelegatedFile file = null;
    int all = 0;
    synchronized (this) {
      if (!isFree(hash) || untold.size() >= MAX_UNFLUSHED) {
        return null;
      }
      if (nextInode != endInode) {
        core.attributeCache().met(opening.place().key());
        file =
            new DelegatedFile(this, opening, attributes(opening), core.attributeCache().moment());
        names.add(hash);
        all = add(file);
      }
    }
    if (file == null) {
      end();
    } else {
      tellSoon(all);
    }
    return file;
  }

  /**
   * Removes a name that is known to be there, if that may be decided here: its hash stays one of
   * those that may be there, as another name may have the same.
   */
  boolean remove(GigaPath path, Name name, Caller caller, InodeId file) {
    long hash = name.hash();
    int all;
    synchronized (this) {
      if (!isTrue() || !partition.owns(hash) || !names.contains(hash)) {
        return false;
      }
      if (untold.contains(hash) || untold.size() >= MAX_UNFLUSHED) {
        return false;
      }
      DirectoryKey key = new DirectoryKey(directory, name);
      FileAttributes known = core.attributeCache().get(key, core.clock().nanos());
      if (known == null || !known.inode().equals(file)) {
        // Somebody else removes it, or has it removed, at the same time.
        return false;
      }
      core.attributeCache().endChange(key, core.attributeCache().beginChange(key));
      all = add(new DelegatedRemoval(path, name, caller, file, wallNanos()));
    }
    tellSoon(all);
    return true;
  }

  /** Adds to what is to be told, which is so much then. Called with the lock. */
  private int add(DelegatedChange change) {
    core.counters().delegated.increment();
    done++;
    untold.add(change.name().hash());
    hasUnflushed = true;
    waiting.add(change);
    int more = change.key().makes() ? 1 : -1;
    shareBalance += more;
    waitingBalance += more;
    changedNanos = FileTimestamp.later(changedNanos, change.nanos());
    return waiting.size();
  }

  private void tellSoon(int all) {
    if (all == 1) {
      core.pauses().after(core.settings().delegation().lingerMillis(), this::flush);
    } else if (all == MANY) {
      flush();
    }
  }

  /** The server's clock, with the lock. */
  private long wallNanos() {
    return wallNanos + (core.clock().nanos() - wallAtNanos);
  }

  private FileAttributes attributes(DelegatedOpening opening) {
    DirectoryEntry parent = opening.place().parent();
    Caller caller = opening.caller();
    long nanos = wallNanos();
    return new FileAttributes(
        new InodeId(nextInode++),
        FileType.REGULAR,
        NewFiles.mode(parent.mode(), parent.gid(), opening.mode(), caller),
        caller.uid(),
        NewFiles.group(parent.mode(), parent.gid(), caller.gid()),
        0,
        1,
        nanos,
        nanos,
        nanos,
        0,
        nanos,
        0);
  }

  /** Tells of what was done, now. */
  void flush() {
    List<DelegatedBatch<?>> batches = new ArrayList<>();
    synchronized (this) {
      if (waiting.isEmpty()) {
        return;
      }
      Map<DelegatedBatch.Key, List<DelegatedChange>> groups = new LinkedHashMap<>();
      for (DelegatedChange change : waiting) {
        groups.computeIfAbsent(change.key(), key -> new ArrayList<>()).add(change);
      }
      waiting = new ArrayList<>();
      waitingBalance = 0;
      shareMoment++;
      groups.forEach((key, changes) -> batches.add(batch(key, changes)));
      underWay.addAll(batches);
    }
    batches.forEach(DelegatedBatch::send);
  }

  private DelegatedBatch<?> batch(DelegatedBatch.Key key, List<DelegatedChange> changes) {
    return key.makes()
        ? new DelegatedFiles(
            core, this, key, changes.stream().map(DelegatedFile.class::cast).toList())
        : new DelegatedRemovals(
            core, this, key, changes.stream().map(DelegatedRemoval.class::cast).toList());
  }

  /** The server has heard of a change, or is not going to. */
  synchronized void told(DelegatedChange change) {
    untold.remove(change.name().hash());
    hasUnflushed = !untold.isEmpty();
  }

  /** A batch has ended, whichever way. */
  void ended(DelegatedBatch<?> batch, boolean isOutcomeUnknown) {
    List<Runnable> tasks = List.of();
    synchronized (this) {
      underWay.remove(batch);
      if (state == State.ENDING && !hasUnflushed) {
        tasks = toEnded();
      }
    }
    tasks.forEach(Runnable::run);
    if (isOutcomeUnknown) {
      end();
    }
  }

  /** The server has said that it goes on. */
  void renewed(BulkCreateResult result, long sentNanos) {
    if (!result.isDelegated()) {
      end();
      return;
    }
    synchronized (this) {
      long end = sentNanos + usableNanos();
      if (end - endNanos > 0) {
        endNanos = end;
      }
    }
  }

  /**
   * Runs the task when all was told that is done by now; false, and it does not, if it is already.
   */
  boolean awaitFlushed(Runnable task) {
    if (!hasUnflushed) {
      return false;
    }
    flush();
    CompletableFuture<?>[] batches;
    synchronized (this) {
      batches = underWay.stream().map(DelegatedBatch::told).toArray(CompletableFuture[]::new);
    }
    CompletableFuture.allOf(batches).whenComplete((done, failure) -> task.run());
    return true;
  }

  /** Likewise, if any of it was done to a name with this hash. */
  boolean awaitFlushed(long hash, Supplier<Runnable> task) {
    if (!hasUnflushed) {
      return false;
    }
    synchronized (this) {
      if (!untold.contains(hash)) {
        return false;
      }
    }
    Runnable then = task.get();
    if (!awaitFlushed(then)) {
      then.run(); // it was told meanwhile
    }
    return true;
  }

  /** Makes no more files, and ends when all were told. */
  void end() {
    endThen(() -> {});
  }

  /** Likewise, and runs a task then. */
  void endThen(Runnable task) {
    List<Runnable> tasks;
    synchronized (this) {
      whenEnded.add(task);
      if (state != State.ENDED) {
        state = State.ENDING;
      }
      tasks = hasUnflushed ? List.of() : toEnded();
    }
    tasks.forEach(Runnable::run);
    flush();
  }

  private List<Runnable> toEnded() {
    boolean isFirst = state != State.ENDED;
    state = State.ENDED;
    // Handles of files that are still open keep the rest of this.
    names = new LongHashSet(FIRST_NAMES);
    untold = new LongHashSet(FIRST_NAMES);
    List<Runnable> tasks = new ArrayList<>();
    if (isFirst) {
      tasks.add(removal);
    }
    tasks.addAll(whenEnded);
    whenEnded.clear();
    return tasks;
  }
}
