package io.gigafs.server.partition;

import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.QuotaLimits;
import io.gigafs.time.FileTimestamp;
import java.util.function.Supplier;

/**
 * The number of a partition's entries, and the directory's times. Used on the lane only.
 *
 * <p>Kept in memory and stored occasionally: a header that is stored as unclean has its entries
 * counted when it is loaded. Correctness must not depend on the counts.
 */
public final class PartitionCounts {
  private long entries;
  private long directories;
  private long bytes;
  private long accessedNanos;
  private long modifiedNanos;
  private long changedNanos;
  private boolean clean;
  private boolean accessUnsaved;

  void load(PartitionHeader header, Supplier<EntryCounts> recount) {
    entries = header.entries();
    directories = header.directories();
    bytes = header.bytes();
    accessedNanos = header.accessedNanos();
    modifiedNanos = header.modifiedNanos();
    changedNanos = header.changedNanos();
    clean = header.clean();
    accessUnsaved = false;
    if (!clean) {
      EntryCounts counted = recount.get();
      entries = counted.entries();
      directories = counted.directories();
      bytes = counted.bytes();
      if (FileTimestamp.isAfter(counted.latestChangeNanos(), changedNanos)) {
        modifiedNanos = counted.latestChangeNanos();
        changedNanos = counted.latestChangeNanos();
      }
    }
  }

  public long entries() {
    return entries;
  }

  public long directories() {
    return directories;
  }

  /** The sum of the sizes of its regular files. */
  public long bytes() {
    return bytes;
  }

  /** All counts as one value. */
  public EntryCounts all() {
    return new EntryCounts(entries, directories, bytes, 0);
  }

  public long accessedNanos() {
    return accessedNanos;
  }

  public long modifiedNanos() {
    return modifiedNanos;
  }

  public long changedNanos() {
    return changedNanos;
  }

  /** Records an access. It is stored with the next header. */
  void access(long nowNanos) {
    if (AccessTime.isDue(accessedNanos, modifiedNanos, changedNanos, nowNanos)) {
      accessedNanos = nowNanos;
      accessUnsaved = true;
    }
  }

  /** Whether there is unsaved state. */
  boolean isUnsaved() {
    return !clean || accessUnsaved;
  }

  void setSaved() {
    clean = true;
    accessUnsaved = false;
  }

  boolean isClean() {
    return clean;
  }

  void setClean(boolean clean) {
    this.clean = clean;
  }

  void add(long moreEntries, long moreDirectories, long moreBytes, long nowNanos) {
    entries += moreEntries;
    directories += moreDirectories;
    bytes += moreBytes;
    modifiedNanos = nowNanos;
    changedNanos = nowNanos;
  }

  void addBytes(long more) {
    bytes += more;
  }

  void set(EntryCounts counted) {
    entries = counted.entries();
    directories = counted.directories();
    bytes = counted.bytes();
  }

  /** Sets the directory's times, until the next entry is added or removed. */
  public void setTimes(long accessed, long modified, long changed) {
    accessedNanos = accessed;
    modifiedNanos = modified;
    changedNanos = changed;
  }

  /** Records a change of the directory itself; returns whether it is the latest one. */
  boolean change(long nanos) {
    boolean isLater = nanos > changedNanos;
    changedNanos = FileTimestamp.later(changedNanos, nanos);
    return isLater;
  }

  PartitionHeader header(
      int depth,
      byte[] map,
      DirectoryFacts owner,
      QuotaLimits limits,
      PartitionPhase phase,
      long placed) {
    return new PartitionHeader(
        depth,
        map,
        owner.parent().value(),
        owner.mode(),
        owner.uid(),
        owner.gid(),
        owner.acls().encode(),
        HeaderOwner.domainOf(owner),
        limits,
        entries,
        directories,
        bytes,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        clean,
        phase.state(),
        phase.transaction(),
        phase.entryName(),
        placed,
        owner.bornNanos(),
        HeaderOwner.marksOf(owner));
  }
}
