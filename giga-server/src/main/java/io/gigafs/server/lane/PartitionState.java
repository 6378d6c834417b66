package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.PartitionAttributes;
import io.gigafs.protocol.Usage;
import io.gigafs.server.openstate.LockWaiter;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.openstate.PartitionOpenState;
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
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A partition as its lane knows it: its header, the answers that its clients may ask for again, the
 * leases that it granted, and who waits for it. Used on the lane only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>the header in the store is this state as of the last commit, but for counts and times while
 *       it is marked unclean there;
 *   <li>a name that is locked, or lies in the moving half, or any name while the partition is
 *       frozen, is changed by nobody but the transaction or split that holds it;
 *   <li>a split and another structural change (freeze, new attributes) never overlap.
 * </ol>
 */
public final class PartitionState {
  /** So many changes are remembered: a message is not on its way for longer. */
  private static final int MAX_CHANGES = 16;

  private final PartitionKey key;
  private final InodeId directory;
  private final PartitionIndex index;
  private final DuplicateRequestCache replies;
  private final LeaseBook leases;
  private final LeaseBackoff backoff;
  private final PartitionDelegation delegation;
  private final PartitionHeat heat = new PartitionHeat();
  private final CopiedNames copies;

  /** Intents of what is over that could not be removed. */
  private List<Long> leftIntents = List.of();

  private final ChangeCounter changeCounter;
  private final PartitionOpenState holds;
  private final NameLocks locks = new NameLocks();
  private final ParkedRequests parked = new ParkedRequests();
  private final PartitionCounts counts = new PartitionCounts();
  private final PartitionUsage usage;
  private final int splitPoint;

  private Partition partition = Partition.WHOLE;
  private PartitionMap map = PartitionMap.UNSPLIT;
  private DirectoryFacts owner = DirectoryFacts.NOBODY;
  private QuotaLimits limits = QuotaLimits.NONE;
  private Phase phase = Phase.ACTIVE;
  private long placed;
  private @Nullable PositionRange movingHalf;
  private boolean movedForAllWeKnow;
  private final SplitPauses splitPauses = new SplitPauses();
  private boolean gone;

  /** Whether the store could not be read when its word was needed. */
  private boolean stale;

  /** What changes the partition last, until it is over. */
  private @Nullable PendingReplies changing;

  /** The lane's task that changed the partition last. */
  private long changingTask;

  /**
   * What the directory was last renamed to, so that messages that were sent to it under its earlier
   * name are known; not stored, as such messages do not outlive the process that they were sent to.
   */
  private @Nullable Name entryName;

  /** By which notices the partition learned of its entry's place, the latest last; not stored. */
  private final Deque<Long> places = new ArrayDeque<>();

  /** Changes of the directory's attributes that were made here, the latest last; not stored. */
  private final Deque<Long> changes = new ArrayDeque<>();

  private PartitionState(PartitionKey key, LaneShared shared) {
    this.key = key;
    this.directory = new InodeId(key.directory());
    this.index = new PartitionIndex(key.index());
    this.replies = new DuplicateRequestCache(directory, key.index(), shared.confirmed());
    this.holds = new PartitionOpenState(directory);
    this.usage = new PartitionUsage(shared.localQuotas(), key);
    this.splitPoint = SplitPoint.of(shared.splitThreshold(), key);
    this.leases = new LeaseBook(shared.leaseNumbers());
    this.backoff = shared.backoff();
    this.delegation = new PartitionDelegation(directory, index, shared.delegationQuietNanos());
    this.copies = new CopiedNames(shared.leaseNumbers());
    this.changeCounter = new ChangeCounter(shared.changeStarts());
  }

  static PartitionState load(
      Store store, PartitionKey key, PartitionHeader header, LaneShared shared) {
    PartitionState state = new PartitionState(key, shared);
    state.read(store, header);
    return state;
  }

  /**
   * Takes the store's word for everything that is kept there, after a batch that changed the
   * partition failed.
   */
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

  /** Whether {@link #reload} failed: nothing is to be decided on what is in memory. */
  boolean isStale() {
    return stale;
  }

  /** Notes what changes the partition; returns whether that had not been noted of it. */
  boolean isFirstTouchOf(PendingReplies pendingReplies) {
    boolean isFirst = changing != pendingReplies;
    changing = pendingReplies;
    return isFirst;
  }

  /** Notes which task of the lane changes the partition; returns whether it had not before. */
  boolean isFirstTouchOfTask(long task) {
    boolean isFirst = changingTask != task;
    if (isFirst) {
      changingTask = task;
      replies.mark();
    }
    return isFirst;
  }

  /** What changed the partition is committed, or given up. */
  void touchIsOver(PendingReplies pendingReplies) {
    if (changing == pendingReplies) {
      changing = null;
    }
  }

  private void read(Store store, PartitionHeader header) {
    partition = new Partition(index, header.depth());
    map = PartitionMap.decode(header.map());
    owner = HeaderOwner.of(header);
    limits = header.quotaLimits();
    phase = Phase.of(header);
    placed = header.placed();
    counts.load(header, () -> store.countEntries(range()));
    usage.read(owner.quotaDomain(), holdsNow());
    replies.load(store);
    retryLater(holds.load(store, range()));
  }

  /** Has those come again who waited for locks of files that are elsewhere now, or unknown. */
  private static void retryLater(List<LockWaiter> waited) {
    waited.forEach(LockWaiter::retryLater);
  }

  public InodeId directory() {
    return directory;
  }

  public PartitionIndex index() {
    return index;
  }

  /** The slot that the partition belongs to. */
  public int slot() {
    return key.slot();
  }

  public Partition partition() {
    return partition;
  }

  public PartitionMap map() {
    return map;
  }

  /** The copy of the directory's owner, mode, lists and parent. */
  public DirectoryFacts owner() {
    return owner;
  }

  /** The directory's own quota, as its zeroth partition knows it. */
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

  /** What the partition counts for in the quota that bounds it. */
  public PartitionUsage usage() {
    return usage;
  }

  /** What the partition holds of what quotas count. */
  private Usage holdsNow() {
    return usageOf(counts.entries(), counts.bytes());
  }

  private Usage usageOf(long entries, long bytes) {
    return PartitionUsage.of(directory, owner, entries, bytes);
  }

  public Phase phase() {
    return phase;
  }

  public DuplicateRequestCache replies() {
    return replies;
  }

  public LeaseBook leases() {
    return leases;
  }

  /** Which clients get neither leases nor delegations for now. */
  public LeaseBackoff backoff() {
    return backoff;
  }

  /** Whether its names are delegated to a client. */
  public PartitionDelegation delegation() {
    return delegation;
  }

  /** How many requests it takes. */
  public PartitionHeat heat() {
    return heat;
  }

  /** Of which names other servers have copies. */
  public CopiedNames copies() {
    return copies;
  }

  /** None is out any more: lets go on who waited for that. */
  void endCopies(CommitBatch commitBatch, Lane lane) {
    endIntent(commitBatch, copies.transaction());
    copies.end(commitBatch.nanosNow()).forEach(lane::submit);
    resumeParked();
  }

  /** Removes the intent of what is over. If that cannot be stored, the next sweep tries again. */
  private void endIntent(CommitBatch commitBatch, long transaction) {
    commitBatch.batch().deleteIntent(key.slot(), transaction);
    commitBatch.onFailure(
        () -> {
          List<Long> more = new ArrayList<>(leftIntents);
          more.add(transaction);
          leftIntents = more;
        });
  }

  private void endLeftIntents(CommitBatch commitBatch) {
    List<Long> left = leftIntents;
    leftIntents = List.of();
    left.forEach(transaction -> endIntent(commitBatch, transaction));
  }

  /** Whether its names are delegated to a client, or other servers have copies of some. */
  public boolean isAnythingOut() {
    return delegation.isOut() || copies.isOut();
  }

  /** They are not any more: lets go on who waited for that. */
  void endDelegation(CommitBatch commitBatch, Lane lane) {
    endIntent(commitBatch, delegation.transaction());
    delegation.end().forEach(lane::submit);
  }

  /** Whether others than a client change entries. */
  public ChangeCounter changeCounter() {
    return changeCounter;
  }

  /** What sessions hold of the partition's files. */
  public PartitionOpenState holds() {
    return holds;
  }

  public NameLocks locks() {
    return locks;
  }

  public boolean owns(Name name) {
    return owns(name.hash());
  }

  /** Likewise of a name with this hash. */
  public boolean owns(long hash) {
    return partition.owns(hash);
  }

  /** The store's key of a name. */
  public EntryKey keyOf(Name name) {
    return EntryKey.of(key.directory(), name.position().value(), name.bytes());
  }

  /** The store's key of one of the names. */
  public EntryKey keyOf(NameList names, int i) {
    long position = Long.reverse(names.hash(i));
    return EntryKey.of(key.directory(), position, names.bytes(), names.begin(i), names.end(i));
  }

  /** Likewise, until the next key is made with the same memory. */
  public EntryKey keyOf(NameList names, int i, EntryKey.Reused keys) {
    long position = Long.reverse(names.hash(i));
    return keys.of(key.directory(), position, names.bytes(), names.begin(i), names.end(i));
  }

  /** The store's range of all entries of the partition. */
  public EntryRange range() {
    return rangeOf(partition.range());
  }

  /** The store's range of an interval of the directory's line. */
  public EntryRange rangeOf(PositionRange positions) {
    return new EntryRange(key.directory(), positions.first().value(), positions.last().value());
  }

  /**
   * Whether a change of this name has to wait for a transaction or split, or for copies that other
   * servers have of it, which are recalled then.
   */
  public boolean isHeld(Name name) {
    return isHeldHere(name) || copies.holds(name);
  }

  /** Whether a change of this name has to wait for a transaction or split. */
  public boolean isHeldHere(Name name) {
    return phase.isFrozen() || locks.isLocked(name) || isMoving(name);
  }

  /** Whether there may be a name of which {@link #isHeld} is so. */
  public boolean isAnyHeld() {
    return mayMakeNoNames() || copies.isOut();
  }

  /** Whether a name that is not there may have to wait; of such there are no copies. */
  public boolean mayMakeNoNames() {
    return phase.isFrozen() || !locks.isEmpty() || movingHalf != null || delegation.isClosed();
  }

  /** Whether the name lies in the half that a split is moving away. */
  public boolean isMoving(Name name) {
    return movingHalf != null && movingHalf.contains(name.position());
  }

  public boolean isSplitting() {
    return movingHalf != null;
  }

  /**
   * Whether not even readers get at the name: it lies in a half of which only the target of a split
   * knows who has it, or only another server knows what a transaction makes of it.
   */
  public boolean isUndecided(Name name) {
    return (movedForAllWeKnow && isMoving(name)) || locks.isUndecided(name);
  }

  /** Whether there is such a name. */
  public boolean isUndecided() {
    return movedForAllWeKnow || locks.isAnyUndecided();
  }

  /** Holds the half that a split moves. */
  public void beginSplit(PositionRange half) {
    copies.ensureNoneOut();
    movingHalf = half;
  }

  /** Holds a half that may have moved already, before a crash: not even readers get at it. */
  public void resumeSplit(PositionRange half) {
    movingHalf = half;
    movedForAllWeKnow = true;
  }

  /** Lets go of the moving half. */
  public void endSplit() {
    movingHalf = null;
    movedForAllWeKnow = false;
    resumeParked();
  }

  /** Says when a split may be tried, again. */
  public SplitPauses splitPauses() {
    return splitPauses;
  }

  /** Whether the partition has grown past the point where it splits, and may split now. */
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

  /** Whether it has grown past that point, and is to split as soon as it may. */
  public boolean splitIsDue() {
    return splitPauses.isPreparing() || (counts.entries() > splitPoint && partition.canSplit());
  }

  /** Notes that the commit batch adds an entry. */
  public void entryAdded(CommitBatch commitBatch, Attributes added) {
    count(commitBatch, 1, added, commitBatch.wallNanos());
  }

  /**
   * Likewise, of one that counts as added at a time, unless the partition has changed since.
   *
   * @param nanos wall-clock time, ns since the epoch
   */
  public void entryAdded(CommitBatch commitBatch, Attributes added, long nanos) {
    count(commitBatch, 1, added, FileTimestamp.later(nanos, counts.changedNanos()));
  }

  /** Likewise, of a regular file of no bytes. */
  public void emptyFileAdded(CommitBatch commitBatch) {
    count(commitBatch, 1, 0, 0, commitBatch.wallNanos());
  }

  /** Likewise, of one that counts as added at a time, unless the partition has changed since. */
  public void emptyFileAdded(CommitBatch commitBatch, long nanos) {
    count(commitBatch, 1, 0, 0, FileTimestamp.later(nanos, counts.changedNanos()));
  }

  /** Notes that the commit batch removes an entry. */
  public void entryRemoved(CommitBatch commitBatch, Attributes removed) {
    count(commitBatch, -1, removed, commitBatch.wallNanos());
  }

  /**
   * Likewise, of one that counts as removed at a time, unless the partition has changed since.
   *
   * @param nanos wall-clock time, ns since the epoch
   */
  public void entryRemoved(CommitBatch commitBatch, Attributes removed, long nanos) {
    count(commitBatch, -1, removed, FileTimestamp.later(nanos, counts.changedNanos()));
  }

  /** Counts an entry as added, or with -1 as removed. */
  private void count(CommitBatch commitBatch, long times, Attributes entry, long nanos) {
    copies.ensureNotShown(entry.inode());
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
    tellUsage(commitBatch);
  }

  /** For the quota that bounds the partition, which hardly any does. */
  private void tellUsage(CommitBatch commitBatch) {
    if (usage.share() != null) {
      usage.decide(commitBatch, holdsNow());
    }
  }

  /** Notes that the directory's entries are read. A reader writes nothing: it is stored later. */
  public void entriesRead(CommitBatch commitBatch) {
    counts.access(commitBatch.wallNanos());
  }

  /** Notes that the commit batch changes what sessions hold of a file. */
  public void holdsChanged(CommitBatch commitBatch) {
    commitBatch.touch(this);
  }

  /** Whether changes of a file's bytes have to wait, as a client copies them to a volume. */
  public boolean isBeingMoved(Name name, CommitBatch commitBatch) {
    OpenState file = holds.find(name);
    return file != null && holds.fences().isUp(file.inode(), commitBatch.nanos());
  }

  /** Whether it is being moved, for a session that does not copy it, or has given that up. */
  public boolean isBeingMoved(long inode, long session, CommitBatch commitBatch) {
    endMoveOf(inode, session);
    return holds.fences().isUp(inode, commitBatch.nanos());
  }

  /** A session does not copy the file to a volume any more. */
  public void endMoveOf(long inode, long session) {
    if (holds.fences().endOf(inode, session)) {
      parked.resumeAll();
    }
  }

  /** A file's bytes are on a volume now. */
  public void moved(long inode) {
    if (holds.fences().end(inode)) {
      parked.resumeAll();
    }
  }

  /** Notes that the commit batch changes nothing of an entry but when it was read last. */
  public void entryRead(CommitBatch commitBatch, Attributes entry) {
    copies.ensureNotShown(entry.inode());
    changeCounter.changedBy(commitBatch.author());
  }

  /** Notes that the commit batch changes an entry's attributes. */
  public void entryChanged(CommitBatch commitBatch, Attributes before, Attributes after) {
    copies.ensureNotShown(before.inode());
    commitBatch.touch(this);
    changeCounter.changedBy(commitBatch.author());
    long more = EntryCounts.bytesOf(after) - EntryCounts.bytesOf(before);
    if (more != 0) {
      markUnclean(commitBatch);
      counts.addBytes(more);
      tellUsage(commitBatch);
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
   * Takes over the directory's new owner, mode or times, from a transaction. The counts are stored
   * along, so that no recount after a crash guesses at the times that were just set.
   */
  public void setOwner(CommitBatch commitBatch, DirectoryFacts newOwner, long transaction) {
    copies.ensureNoneOut();
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
   * Whether another transaction has changed the directory after this one, which therefore is over:
   * its message was on its way for long.
   */
  public boolean isOvertaken(long transaction) {
    return changes.contains(transaction) && changes.getLast() != transaction;
  }

  /** Counts for another quota from now on, or for none. */
  public void setQuotaDomain(CommitBatch commitBatch, @Nullable InodeId domain) {
    owner = owner.withQuotaDomain(domain);
    limits = QuotaLimits.NONE;
    usage.join(commitBatch, domain, holdsNow());
    write(commitBatch);
  }

  /** Takes over the directory's own quota. */
  public void setLimits(CommitBatch commitBatch, QuotaLimits newLimits) {
    limits = newLimits;
    write(commitBatch);
  }

  /**
   * Takes over where the directory's entry is, unless another notice of that came since.
   *
   * @param notice tells this time from others that the partition is told
   * @param changedNanos the entry's ctime, ns since the epoch
   */
  public void setPlace(
      CommitBatch commitBatch, long notice, InodeId parent, Name name, long changedNanos) {
    if (places.contains(notice) && places.getLast() != notice) {
      return;
    }
    if (places.isEmpty() || places.getLast() != notice) {
      places.addLast(notice);
      if (places.size() > MAX_CHANGES) {
        places.removeFirst();
      }
    }
    entryName = name;
    boolean isLater = counts.change(changedNanos);
    if (isLater || !owner.parent().equals(parent)) {
      owner = owner.withParent(parent);
      write(commitBatch);
    }
  }

  /** Whether the directory is known to have another name than this one since its last rename. */
  public boolean isNamedOtherwise(Name name) {
    return entryName != null && !entryName.equals(name);
  }

  /** For how many objects on volumes there was ever made room here. */
  public long placed() {
    return placed;
  }

  /** Makes room for one more; no number is given twice. */
  public long nextPlaced(CommitBatch commitBatch) {
    long number = placed++;
    write(commitBatch);
    return number;
  }

  /** Moves to another phase. */
  public void setPhase(CommitBatch commitBatch, Phase newPhase) {
    copies.ensureNoneOut();
    phase = newPhase;
    write(commitBatch);
  }

  /**
   * Takes over depth and map of after a split, which took so much along.
   *
   * @param elsewhere whether the child is on another server
   */
  public void setSplit(
      CommitBatch commitBatch, PartitionIndex child, EntryCounts gone, boolean elsewhere) {
    copies.ensureNoneOut();
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
    retryLater(holds.keepOnly(this::owns));
  }

  /** Takes over what the entries were counted to be. */
  public void setCounts(CommitBatch commitBatch, EntryCounts counted) {
    counts.set(counted);
    tellUsage(commitBatch);
    write(commitBatch);
  }

  /** Takes over another depth and map, after damage; the entries are to be counted again. */
  public void setShape(
      CommitBatch commitBatch, Partition shape, PartitionMap newMap, EntryCounts counted) {
    copies.ensureNoneOut();
    partition = shape;
    map = newMap;
    changeCounter.startAnew();
    setCounts(commitBatch, counted);
    retryLater(holds.keepOnly(this::owns));
  }

  /**
   * Removes the header of a partition that has no entries; what it answered stays for a while, for
   * those who ask again.
   */
  public void delete(CommitBatch commitBatch) {
    copies.ensureNoneOut();
    gone = true;
    usage.remove(commitBatch, false);
    commitBatch.touch(this);
    commitBatch.batch().deletePartition(key);
  }

  /** Removes the partition with all its rows, as another server has them. */
  public void removeMoved(CommitBatch commitBatch) {
    copies.ensureNoneOut();
    gone = true;
    usage.remove(commitBatch, true);
    commitBatch.touch(this);
    commitBatch.batch().deleteRange(range());
    commitBatch.batch().deletePartition(key);
    replies.deleteAll(commitBatch.batch());
    retryLater(holds.keepOnly(name -> false));
  }

  /** Whether this is the place of a file that has one of its own, rather than of a directory. */
  public boolean isHome() {
    return owner.parent().equals(InodeId.SUPER_ROOT)
        && !directory.equals(InodeId.ROOT)
        && !directory.equals(InodeId.SUPER_ROOT);
  }

  /**
   * Whether the directory has one name, which servers gave it, and takes no other: the one above
   * the root, and the place of a file.
   */
  public boolean hasFixedName() {
    return directory.equals(InodeId.SUPER_ROOT) || isHome();
  }

  /**
   * Whether no transaction or split holds anything of the partition, no client its names, and no
   * server copies of them.
   */
  public boolean isAtRest() {
    return movingHalf == null && locks.isEmpty() && !isAnythingOut();
  }

  private void write(CommitBatch commitBatch) {
    commitBatch.touch(this);
    if (!gone) {
      commitBatch.batch().putPartition(key, header());
    }
  }

  /** The header as it is to be stored. */
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

  /** Lets waiting requests try again. */
  public void resumeParked() {
    parked.resumeAll();
  }

  void sweep(CommitBatch commitBatch, Lane lane) {
    if (delegation.hasRunOut(commitBatch.nanos())) {
      endDelegation(commitBatch, lane);
    }
    copies.forgetUnknown(commitBatch.nanos());
    if (copies.hasRunOut(commitBatch.nanos())) {
      endCopies(commitBatch, lane);
    } else if (copies.isWanted()) {
      lane.recallCopies(this);
    }
    if (!leftIntents.isEmpty()) {
      endLeftIntents(commitBatch);
    }
    if (holds.fences().sweep(commitBatch.nanos())) {
      parked.resumeAll();
    }
    parked.resumeOverdue(commitBatch.nanos());
    leases.forgetExpired(commitBatch.nanos());
    if (!gone) {
      replies.sweep(commitBatch);
    }
  }

  /** Asks all who wait to come again, when the lane stops. */
  void retryParkedLater(CommitBatch commitBatch) {
    retryLater(holds.takeWaiting());
    parked.retryAllLater(commitBatch);
  }

  /** Whether nothing would be lost if the partition were loaded from the store the next time. */
  boolean isIdle() {
    return phase.isActive()
        && movingHalf == null
        && locks.isEmpty()
        && parked.isEmpty()
        && leases.isEmpty()
        && !isAnythingOut()
        && !copies.isAnyOffered()
        && leftIntents.isEmpty()
        && holds.isEmpty()
        && splitPauses.isIdle();
  }

  @Override
  public String toString() {
    return "partition " + index + " of directory " + directory;
  }
}
