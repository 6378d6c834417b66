package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.QuotaLimits;

/**
 * The header of a new partition: of a new directory, or of the child of a split.
 *
 * @param limits its directory's own quota if this is partition zero
 * @param has its initial counts; the times are those of the directory
 * @param placed how many objects on volumes it had allocated on another server
 * @param accessedNanos the directory's atime, ns since the epoch; mtime and ctime follow
 */
public record NewPartition(
    InodeId directory,
    Partition partition,
    PartitionMap map,
    DirectoryFacts owner,
    PartitionPhase phase,
    QuotaLimits limits,
    EntryCounts has,
    long placed,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos) {
  private static final EntryCounts NOTHING = new EntryCounts(0, 0, 0, 0);

  /** Creates partition zero of a new directory. */
  public static NewPartition ofDirectory(
      InodeId directory, DirectoryFacts owner, long timeNanos, PartitionPhase phase) {
    return new NewPartition(
        directory,
        Partition.WHOLE,
        PartitionMap.UNSPLIT,
        owner,
        phase,
        QuotaLimits.NONE,
        NOTHING,
        0,
        timeNanos,
        timeNanos,
        timeNanos);
  }

  public PartitionIndex index() {
    return partition.index();
  }

  /** The key of the header. */
  public PartitionKey key(int slots) {
    return new PartitionKey(directory.slotOf(index(), slots), directory.value(), index().value());
  }

  /** Writes the header where the partition's lane finds it. */
  public void write(Batch batch, int slots) {
    batch.putPartition(
        key(slots),
        new PartitionHeader(
            partition.depth(),
            map.encode(),
            owner.parent().value(),
            owner.mode(),
            owner.uid(),
            owner.gid(),
            owner.acls().encode(),
            HeaderOwner.domainOf(owner),
            limits,
            has.entries(),
            has.directories(),
            has.bytes(),
            accessedNanos,
            modifiedNanos,
            changedNanos,
            true,
            phase.state(),
            phase.transaction(),
            phase.entryName(),
            placed,
            owner.bornNanos(),
            HeaderOwner.marksOf(owner)));
  }
}
