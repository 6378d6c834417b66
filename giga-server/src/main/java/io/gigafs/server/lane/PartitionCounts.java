package io.gigafs.server.lane;

import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.PartitionHeader;
import java.util.function.Supplier;

/**
 * How many entries a partition holds and when that last changed. Used by the lane's thread only.
 *
 * <p>Kept in memory and stored now and then: a header that is stored unclean has its entries
 * counted when it is loaded. Nothing that must be right rests on the counts.
 */
public final class PartitionCounts {
  private long entries;
  private long directories;
  private long accessedNanos;
  private long modifiedNanos;
  private long changedNanos;
  private boolean clean;

  void load(PartitionHeader header, Supplier<EntryCounts> recount) {
    entries = header.entries();
    directories = header.directories();
    accessedNanos = header.accessedNanos();
    modifiedNanos = header.modifiedNanos();
    changedNanos = header.changedNanos();
    clean = header.clean();
    if (!clean) {
      EntryCounts counted = recount.get();
      entries = counted.entries();
      directories = counted.directories();
      if (counted.latestChangeNanos() > changedNanos) {
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

  public long accessedNanos() {
    return accessedNanos;
  }

  public long modifiedNanos() {
    return modifiedNanos;
  }

  public long changedNanos() {
    return changedNanos;
  }

  boolean isClean() {
    return clean;
  }

  void setClean(boolean clean) {
    this.clean = clean;
  }

  void add(long moreEntries, long moreDirectories, long nowNanos) {
    entries += moreEntries;
    directories += moreDirectories;
    modifiedNanos = nowNanos;
    changedNanos = nowNanos;
  }

  void set(long newEntries, long newDirectories) {
    entries = newEntries;
    directories = newDirectories;
  }

  /** Sets the directory's times; the next added or removed entry sets them anew. */
  public void setTimes(long accessed, long modified, long changed) {
    accessedNanos = accessed;
    modifiedNanos = modified;
    changedNanos = changed;
  }

  PartitionHeader header(int depth, byte[] map, DirectoryFacts owner, Phase phase) {
    return new PartitionHeader(
        depth,
        map,
        owner.parent().value(),
        owner.mode(),
        owner.uid(),
        owner.gid(),
        owner.acls().encode(),
        HeaderOwner.domainOf(owner),
        entries,
        directories,
        accessedNanos,
        modifiedNanos,
        changedNanos,
        clean,
        phase.state(),
        phase.transaction(),
        phase.entryName());
  }
}
