package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.openstate.OpenState.LockWaiter;
import io.gigafs.server.openstate.PartitionOpenState;
import io.gigafs.server.reply.DuplicateRequestCache;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.QuotaLimits;
import io.gigafs.tablefs.Store;
import io.gigafs.time.FileTimestamp;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The state of a partition on its lane: its header, the cached replies, the leases on it, its open
 * state and its waiting requests. Used on the lane only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The header in the store is this state as of the last commit, except for counts and times
 *       while it is marked unclean.
 *   <li>A name that is locked or in the moving half, and any name of a frozen partition, is changed
 *       only by the transaction or split that locks it.
 *   <li>A split never overlaps with another structural change (freeze, new attributes).
 * </ol>
 */
public final class PartitionState {
  /**
   * How many changes are remembered to detect delayed messages; no message is delayed for longer.
   */
  private static final int MAX_CHANGES = 16;

  private final PartitionKey key;
  private final InodeId directory;
  private final PartitionIndex index;
  private final DuplicateRequestCache replies;
  private final LeaseBook leases;
  private final PartitionHeat heat = new PartitionHeat();
  private final ChangeCounter changeCounter;
  private final PartitionOpenState openState;
  private final NameLocks locks = new NameLocks();
  private final ParkedRequests parked = new ParkedRequests();
  private final PartitionCounts counts = new PartitionCounts();
  private final PartitionUsage usage;
  private final int splitPoint;

  private Partition partition = Partition.WHOLE;
  private PartitionMap map = PartitionMap.UNSPLIT;
  private DirectoryFacts owner = DirectoryFacts.NOBODY;
  private QuotaLimits limits = QuotaLimits.NONE;
  private PartitionPhase phase = PartitionPhase.ACTIVE;
  private long placed;
  private @Nullable PositionRange movingHalf;
  private boolean mayHaveMoved;
  private final SplitPauses splitPauses = new SplitPauses();
  private boolean gone;

  /** Whether a reload from the store failed. */
  private boolean stale;

  /** The pending commit that changes the partition; null if there is none. */
  private @Nullable PendingReplies changing;

  /** The last task of the lane that changed the partition. */
  private long changingTask;

  /**
   * The directory's name after its last rename, to recognise delayed messages for its earlier name.
   * Not stored, as such messages do not outlive the process that receives them.
   */
  private @Nullable Name entryName;

  /** The latest notices of the entry's place and removal, the most recent last; not stored. */
  private final Deque<Long> notices = new ArrayDeque<>();

  /** The latest attribute changes of the directory, the most recent last; not stored. */
  private final Deque<Long> changes = new ArrayDeque<>();

  private PartitionState(PartitionKey key, PartitionTable.Shared shared) {
    this.key = key;
    this.directory = new InodeId(key.directory());
    this.index = new PartitionIndex(key.index());
    this.replies = new DuplicateRequestCache(directory, key.index(), shared.confirmed());
    this.openState = new PartitionOpenState(directory);
    this.usage = new PartitionUsage(shared.localQuotas(), key);
    this.splitPoint = SplitPoint.of(shared.splitThreshold(), key);
    this.leases = new LeaseBook(key, shared.recalls(), parked, shared.delegationQuietNanos());
    this.changeCounter = new ChangeCounter(shared.changeStarts());
  }

  static PartitionState load(
      Store store, PartitionKey key, PartitionHeader header, PartitionTable.Shared shared) {
    PartitionState state = new PartitionState(key, shared);
    state.read(store, header);
    return state;
  }

  /** Reloads everything that is stored, after a batch that changed the partition failed. */
  void reload(Store store) {
    stale = true;
    changeCounter.startAnew();
    PartitionHeader header = store.getPartition(key);
    gone = header == null;
    if (header != null) {
      read(store, header);
    }
    stale = false;
    resumeParked();
  }

  /** Whether {@link #reload} failed: no request may be decided on the state in memory. */
  boolean isStale() {
    return stale;
  }

  /** Records the pending commit that changes the partition; returns whether it is a new one. */
  boolean isFirstTouchOf(PendingReplies pendingReplies) {
    boolean isFirst = changing != pendingReplies;
    changing = pendingReplies;
    return isFirst;
  }

  /** Records the task that changes the partition; returns whether it is a new one. */
  boolean isFirstTouchOfTask(long task) {
    boolean isFirst = changingTask != task;
    if (isFirst) {
      changingTask = task;
      replies.mark();
    }
    return isFirst;
  }

  private void readHeader(Store store, PartitionHeader header) {
    try {
      partition = new Partition(index, header.depth());
      map = PartitionMap.decode(header.map());
      owner = HeaderOwner.of(header);
    } catch (IllegalArgumentException e) {
      throw store.damaged(key, e);
    }
    limits = header.quotaLimits();
    phase = PartitionPhase.of(header);
    placed = header.placed();
  }

  /** Called when the pending commit has succeeded or failed. */
  void touchIsOver(PendingReplies pendingReplies) {
    if (changing == pendingReplies) {
      changing = null;
    }
  }

  private void read(Store store, PartitionHeader header) {
    readHeader(store, header);
    counts.load(header, () -> store.countEntries(range()));
    usage.read(owner.quotaDomain(), holdsNow());
    replies.load(store);
    retryLater(openState.load(store, range()));
  }

  /** Makes clients retry lock requests for files that have moved or whose state is lost. */
  private static void retryLater(List<LockWaiter> waited) {
    waited.forEach(LockWaiter::retryLater);
  }

  public InodeId directory() {
    return directory;
  }

  public PartitionIndex index() {
    return index;
  }

  /** The slot of the partition. */
  public int slot() {
    return key.slot();
  }

  public Partition partition() {
    return partition;
  }

  public PartitionMap map() {
    return map;
  }

  /** The partition's copy of the directory's owner, mode, access control lists and parent. */
  public DirectoryFacts owner() {
    return owner;
  }

  /** The directory's own quota, which partition zero knows. */
  public QuotaLimits limits() {
    return limits;
  }

  public PartitionCounts counts() {
    return counts;
  }

  /** The partition's share of its directory's attributes. */
  public PartitionAttributes attributes() {
    return new PartitionAttributes(
        owner.parent(),
        partition.depth(),
        owner.mode(),
        owner.uid(),
        owner.gid(),
        counts.entries(),
        counts.directories(),
        counts.accessedNanos(),
        counts.modifiedNanos(),
        counts.changedNanos(),
        map,
        false,
        owner.bornNanos(),
        owner.flags());
  }

  /** The partition's usage of its quota. */
  public PartitionUsage usage() {
    return usage;
  }

  /** The partition's current usage. */
  private QuotaUsage holdsNow() {
    return usageOf(counts.entries(), counts.bytes());
  }

  private QuotaUsage usageOf(long entries, long bytes) {
    return PartitionUsage.of(directory, owner, entries, bytes);
  }

  public PartitionPhase phase() {
    return phase;
  }

  public DuplicateRequestCache replies() {
    return replies;
  }

  /** The leases of clients and servers on it. */
  public LeaseBook leases() {
    return leases;
  }

  /** Its request rate. */
  public PartitionHeat heat() {
    return heat;
  }

  /** The counter by which clients detect changes by others. */
  public ChangeCounter changeCounter() {
    return changeCounter;
  }

  /** The open state of the partition's files. */
  public PartitionOpenState openState() {
    return openState;
  }

  public NameLocks locks() {
    return locks;
  }

  public boolean owns(Name name) {
    return owns(name.hash());
  }

  /** Whether the partition owns the names with this hash. */
  public boolean owns(long hash) {
    return partition.owns(hash);
  }

  /** The store's key of a name. */
  public EntryKey keyOf(Name name) {
    return EntryKey.of(key.directory(), name.position().value(), name.bytes());
  }

  /** The store's key of a name; valid until {@code keys} is used again. */
  public EntryKey keyOf(Name name, EntryKey.Reused keys) {
    return keys.of(key.directory(), name.position().value(), name.bytes(), 0, name.length());
  }

  /** The store's key of one of the names. */
  public EntryKey keyOf(NameList names, int i) {
    long position = Long.reverse(names.hash(i));
    return EntryKey.of(key.directory(), position, names.bytes(), names.begin(i), names.end(i));
  }

  /** The store's key of one of the names; valid until {@code keys} is used again. */
  public EntryKey keyOf(NameList names, int i, EntryKey.Reused keys) {
    long position = Long.reverse(names.hash(i));
    return keys.of(key.directory(), position, names.bytes(), names.begin(i), names.end(i));
  }

  /** The store's range of all entries of the partition. */
  public EntryRange range() {
    return rangeOf(partition.range());
  }

  /** The store's range of an interval of positions in the directory. */
  public EntryRange rangeOf(PositionRange positions) {
    return new EntryRange(key.directory(), positions.first().value(), positions.last().value());
  }

  /**
   * Whether a change of this name has to wait for a transaction or split, or for copies at other
   * servers, which are then recalled.
   */
  public boolean isBlocked(Name name) {
    return isBlockedHere(name) || leases.copies().holds(name);
  }

  /** Whether a change of this name has to wait for a transaction or split. */
  public boolean isBlockedHere(Name name) {
    return phase.isFrozen() || locks.isLocked(name) || isMoving(name);
  }

  /** Whether {@link #isBlocked} may be true for some name. */
  public boolean isAnyBlocked() {
    return mayBlockNewNames() || leases.copies().isOut();
  }

  /** Whether a change of a free name may have to wait; free names have no copies. */
  public boolean mayBlockNewNames() {
    return phase.isFrozen()
        || !locks.isEmpty()
        || movingHalf != null
        || leases.delegation().isClosed();
  }

  /** Whether the name is in the half that a split is moving away. */
  public boolean isMoving(Name name) {
    return movingHalf != null && movingHalf.contains(name.position());
  }

  public boolean isSplitting() {
    return movingHalf != null;
  }

  /**
   * Whether even reads of the name have to wait: it is in a half that the target of a split may own
   * already, or only another server knows what a transaction does to it.
   */
  public boolean isUndecided(Name name) {
    return (mayHaveMoved && isMoving(name)) || locks.isUndecided(name);
  }

  /** Whether reads of any name have to wait. */
  public boolean isUndecided() {
    return mayHaveMoved || locks.isAnyUndecided();
  }

  /** Locks the half that a split moves. */
  public void beginSplit(PositionRange half) {
    leases.copies().ensureNoneOut();
    movingHalf = half;
  }

  /** Locks, also against reads, a half that may have moved before a crash. */
  public void resumeSplit(PositionRange half) {
    movingHalf = half;
    mayHaveMoved = true;
  }

  /** Unlocks the moving half. */
  public void endSplit() {
    movingHalf = null;
    mayHaveMoved = false;
    resumeParked();
  }

  /** The pauses between attempts to split. */
  public SplitPauses splitPauses() {
    return splitPauses;
  }

  /** Whether the partition has more entries than its split point, and may split now. */
  public boolean wantsSplit(long nanos) {
    return counts.entries() > splitPoint && maySplit(nanos);
  }

  /** Whether a split may begin now. */
  public boolean maySplit(long nanos) {
    return partition.canSplit()
        && movingHalf == null
        && phase.isActive()
        && splitPauses.mayTry(nanos);
  }

  /** Whether the partition has more entries than its split point, and splits as soon as it may. */
  public boolean splitIsDue() {
    return splitPauses.isPreparing() || (counts.entries() > splitPoint && partition.canSplit());
  }

  /** Records that the commit batch adds an entry. */
  public void entryAdded(CommitBatch commitBatch, Attributes added) {
    count(commitBatch, 1, added, commitBatch.wallNanos());
  }

  /**
   * Records an added entry as of a given time, unless the partition has changed since.
   *
   * @param nanos wall-clock time, ns since the epoch
   */
  public void entryAdded(CommitBatch commitBatch, Attributes added, long nanos) {
    count(commitBatch, 1, added, FileTimestamp.later(nanos, counts.changedNanos()));
  }

  /** Records that the commit batch adds an empty regular file. */
  public void emptyFileAdded(CommitBatch commitBatch) {
    count(commitBatch, 1, 0, 0, commitBatch.wallNanos());
  }

  /** Records an added empty file as of a given time, unless the partition has changed since. */
  public void emptyFileAdded(CommitBatch commitBatch, long nanos) {
    count(commitBatch, 1, 0, 0, FileTimestamp.later(nanos, counts.changedNanos()));
  }

  /** Records that the commit batch removes an entry. */
  public void entryRemoved(CommitBatch commitBatch, Attributes removed) {
    count(commitBatch, -1, removed, commitBatch.wallNanos());
  }

  /**
   * Records a removed entry as of a given time, unless the partition has changed since.
   *
   * @param nanos wall-clock time, ns since the epoch
   */
  public void entryRemoved(CommitBatch commitBatch, Attributes removed, long nanos) {
    count(commitBatch, -1, removed, FileTimestamp.later(nanos, counts.changedNanos()));
  }

  /** Counts an entry as added, or with -1 as removed. */
  private void count(CommitBatch commitBatch, long times, Attributes entry, long nanos) {
    leases.copies().ensureNotShown(entry.inode());
    count(
        commitBatch,
        times,
        times * directoriesOf(entry),
        times * EntryCounts.bytesOf(entry),
        nanos);
  }

  private void count(
      CommitBatch commitBatch, long entries, long directories, long bytes, long nanos) {
    markUnclean(commitBatch);
    changeCounter.changedBy(commitBatch.author());
    counts.add(entries, directories, bytes, nanos);
    reportUsage(commitBatch);
  }

  /** Updates the usage of the quota; most partitions have none. */
  private void reportUsage(CommitBatch commitBatch) {
    if (usage.share() != null) {
      usage.decide(commitBatch, holdsNow());
    }
  }

  /**
   * Records a read of the directory's entries. A read writes nothing: the atime is stored later.
   */
  public void entriesRead(CommitBatch commitBatch) {
    counts.access(commitBatch.wallNanos());
  }

  /** Records that the commit batch changes the open state of a file. */
  public void openStateChanged(CommitBatch commitBatch) {
    commitBatch.touch(this);
  }

  /** Whether changes of a file's bytes have to wait because a client copies them to a volume. */
  public boolean isBeingMoved(Name name, CommitBatch commitBatch) {
    OpenState file = openState.find(name);
    return file != null && openState.fences().isUp(file.inode(), commitBatch.nanos());
  }

  /**
   * Whether changes of a file's bytes by this session have to wait. The session is not copying the
   * file (any more), so its own fence ends.
   */
  public boolean isBeingMoved(long inode, long session, CommitBatch commitBatch) {
    endMoveOf(inode, session);
    return openState.fences().isUp(inode, commitBatch.nanos());
  }

  /** Ends the fence of a session that no longer copies the file to a volume. */
  public void endMoveOf(long inode, long session) {
    if (openState.fences().endOf(inode, session)) {
      parked.resumeAll();
    }
  }

  /** Records that a file's bytes are on a volume now. */
  public void moved(long inode) {
    if (openState.fences().end(inode)) {
      parked.resumeAll();
    }
  }

  /** Records that the commit batch changes only the atime of an entry. */
  public void entryRead(CommitBatch commitBatch, Attributes entry) {
    leases.copies().ensureNotShown(entry.inode());
    changeCounter.changedBy(commitBatch.author());
  }

  /** Records that the commit batch changes an entry's attributes. */
  public void entryChanged(CommitBatch commitBatch, Attributes before, Attributes after) {
    leases.copies().ensureNotShown(before.inode());
    commitBatch.touch(this);
    changeCounter.changedBy(commitBatch.author());
    long more = EntryCounts.bytesOf(after) - EntryCounts.bytesOf(before);
    if (more != 0) {
      markUnclean(commitBatch);
      counts.addBytes(more);
      reportUsage(commitBatch);
    }
  }

  private static int directoriesOf(Attributes entry) {
    return entry.type() == FileType.DIRECTORY ? 1 : 0;
  }

  private void markUnclean(CommitBatch commitBatch) {
    commitBatch.touch(this);
    if (counts.isClean()) {
      counts.setClean(false);
      commitBatch.batch().putPartition(key, header());
    }
  }

  /**
   * Applies the directory's new owner, mode or times from a transaction. The counts are stored too,
   * so that a recount after a crash does not overwrite these times.
   */
  public void setOwner(CommitBatch commitBatch, DirectoryFacts newOwner, long transaction) {
    leases.copies().ensureNoneOut();
    if (!Objects.equals(newOwner.quotaDomain(), owner.quotaDomain())) {
      usage.join(commitBatch, newOwner.quotaDomain(), holdsNow());
    }
    if (!newOwner.parent().equals(owner.parent())) {
      entryName = null;
    }
    owner = newOwner;
    counts.setClean(true);
    write(commitBatch);
    if (changes.isEmpty() || changes.getLast() != transaction) {
      changes.addLast(transaction);
      if (changes.size() > MAX_CHANGES) {
        changes.removeFirst();
      }
    }
  }

  /**
   * Whether another transaction has changed the directory after this one: then this one has ended,
   * and its message was delayed.
   */
  public boolean isOvertaken(long transaction) {
    return changes.contains(transaction) && changes.getLast() != transaction;
  }

  /** Assigns the partition to another quota, or to none. */
  public void setQuotaDomain(CommitBatch commitBatch, @Nullable InodeId domain) {
    owner = owner.withQuotaDomain(domain);
    limits = QuotaLimits.NONE;
    usage.join(commitBatch, domain, holdsNow());
    write(commitBatch);
  }

  /** Sets the directory's own quota. */
  public void setLimits(CommitBatch commitBatch, QuotaLimits newLimits) {
    limits = newLimits;
    write(commitBatch);
  }

  /**
   * Whether the notice arrived before, and another one since: then its transaction has ended, and
   * this message was delayed.
   */
  public boolean hasLaterNotice(long notice) {
    return notices.contains(notice) && notices.getLast() != notice;
  }

  /** Records a notice of the holder of the lock on the directory's entry. */
  public void recordNotice(long notice) {
    if (notices.isEmpty() || notices.getLast() != notice) {
      notices.addLast(notice);
      if (notices.size() > MAX_CHANGES) {
        notices.removeFirst();
      }
    }
  }

  /**
   * Sets the place of the directory's entry.
   *
   * @param notice identifies the change of place
   * @param changedNanos the entry's ctime, ns since the epoch
   */
  public void setPlace(
      CommitBatch commitBatch, long notice, InodeId parent, Name name, long changedNanos) {
    recordNotice(notice);
    entryName = name;
    boolean isLater = counts.change(changedNanos);
    if (isLater || !owner.parent().equals(parent)) {
      owner = owner.withParent(parent);
      write(commitBatch);
    }
  }

  /** Whether the directory is known to have another name since its last rename. */
  public boolean isNamedOtherwise(Name name) {
    return entryName != null && !entryName.equals(name);
  }

  /** The number of objects on volumes that this partition has ever allocated. */
  public long placed() {
    return placed;
  }

  /** Allocates one more object number; no number is used twice. */
  public long nextPlaced(CommitBatch commitBatch) {
    long number = placed++;
    write(commitBatch);
    return number;
  }

  /** Changes the phase. */
  public void setPhase(CommitBatch commitBatch, PartitionPhase newPhase) {
    leases.copies().ensureNoneOut();
    phase = newPhase;
    write(commitBatch);
  }

  /**
   * Updates depth, map and counts after a split.
   *
   * @param elsewhere whether the child is on another server
   */
  public void setSplit(
      CommitBatch commitBatch, PartitionIndex child, EntryCounts gone, boolean elsewhere) {
    leases.copies().ensureNoneOut();
    partition = partition.afterSplit();
    map = map.with(child);
    counts.set(
        new EntryCounts(
            counts.entries() - gone.entries(),
            counts.directories() - gone.directories(),
            counts.bytes() - gone.bytes(),
            0));
    usage.split(commitBatch, usageOf(gone.entries(), gone.bytes()), elsewhere);
    changeCounter.startAnew();
    write(commitBatch);
    retryLater(openState.keepOnly(this::owns));
  }

  /** Sets the counts after a recount. */
  public void setCounts(CommitBatch commitBatch, EntryCounts counted) {
    counts.set(counted);
    reportUsage(commitBatch);
    write(commitBatch);
  }

  /** Sets depth, map and recounted entries after damage. */
  public void setShape(
      CommitBatch commitBatch, Partition shape, PartitionMap newMap, EntryCounts counted) {
    leases.copies().ensureNoneOut();
    partition = shape;
    map = newMap;
    changeCounter.startAnew();
    setCounts(commitBatch, counted);
    retryLater(openState.keepOnly(this::owns));
  }

  /** Deletes the header of an empty partition; its cached replies stay for a while, for retries. */
  public void delete(CommitBatch commitBatch) {
    leases.copies().ensureNoneOut();
    gone = true;
    usage.remove(commitBatch, false);
    commitBatch.touch(this);
    commitBatch.batch().deletePartition(key);
  }

  /** Deletes the partition with all its rows, as another server has them. */
  public void removeMoved(CommitBatch commitBatch) {
    leases.copies().ensureNoneOut();
    gone = true;
    usage.remove(commitBatch, true);
    commitBatch.touch(this);
    commitBatch.batch().deleteRange(range());
    commitBatch.batch().deletePartition(key);
    replies.deleteAll(commitBatch.batch());
    retryLater(openState.keepOnly(name -> false));
  }

  /** Whether this is a file's inode record rather than a partition of a directory. */
  public boolean isInodeRecord() {
    return owner.parent().equals(InodeId.SUPER_ROOT)
        && !directory.equals(InodeId.ROOT)
        && !directory.equals(InodeId.SUPER_ROOT);
  }

  /**
   * Whether the directory has one name, which servers created, and accepts no other: the one above
   * the root, and an inode record.
   */
  public boolean hasFixedName() {
    return directory.equals(InodeId.SUPER_ROOT) || isInodeRecord();
  }

  /** Whether the partition has no split, locked names, delegation or copies. */
  public boolean isAtRest() {
    return movingHalf == null && locks.isEmpty() && !leases.isAnythingOut();
  }

  private void write(CommitBatch commitBatch) {
    commitBatch.touch(this);
    if (!gone) {
      commitBatch.batch().putPartition(key, header());
    }
  }

  /** The header as it is stored. */
  public PartitionHeader header() {
    return counts.header(partition.depth(), map.encode(), owner, limits, phase, placed);
  }

  void saveCounts(CommitBatch commitBatch) {
    if (!gone && counts.isUnsaved()) {
      counts.setSaved();
      write(commitBatch);
    }
  }

  void park(RequestTask<?, ?> task) {
    parked.add(task);
  }

  /** Resumes waiting requests. */
  public void resumeParked() {
    parked.resumeAll();
  }

  void sweep(CommitBatch commitBatch, Lane lane) {
    leases.sweep(commitBatch, lane);
    if (openState.fences().sweep(commitBatch.nanos())) {
      parked.resumeAll();
    }
    parked.resumeOverdue(commitBatch.nanos());
    if (!gone) {
      replies.sweep(commitBatch.batch(), commitBatch.nanos());
    }
  }

  /** Makes all waiting clients retry, when the lane stops. */
  void retryParkedLater(CommitBatch commitBatch) {
    retryLater(openState.takeWaiting());
    parked.retryAllLater(commitBatch);
  }

  /** Whether unloading the partition would lose no state. */
  boolean isIdle() {
    return phase.isActive()
        && movingHalf == null
        && locks.isEmpty()
        && parked.isEmpty()
        && leases.isEmpty()
        && openState.isEmpty()
        && splitPauses.isIdle();
  }

  @Override
  public String toString() {
    return "partition " + index + " of directory " + directory;
  }
}
