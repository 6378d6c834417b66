package io.gigafs.server.entry;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.server.partition.HeaderOwner;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;

/** Attributes of directories' entries, as the directories' partitions store them. */
public final class DirectoryEntries {
  private DirectoryEntries() {}

  /** The facts that a directory's partitions store about its entry, which is in this partition. */
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
