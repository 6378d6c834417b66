package io.gigafs.server.operation;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.server.lane.HeaderOwner;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.tablefs.Attributes;

/** Entries of directories, as the directories' partitions are to know them. */
public final class DirectoryEntries {
  private DirectoryEntries() {}

  /** What the partitions of a directory are to know of its entry, which is in this partition. */
  public static DirectoryFacts factsOf(
      PartitionState partition, Attributes entry, DirectoryAcls acls) {
    return new DirectoryFacts(
        partition.directory(),
        entry.mode(),
        entry.uid(),
        entry.gid(),
        acls,
        partition.owner().quotaDomain(),
        entry.bornNanos(),
        HeaderOwner.flagsOf(entry.marks()));
  }
}
