package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.rpc.Clock;
import io.gigafs.server.partition.NewPartition;
import io.gigafs.server.partition.PartitionPhase;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.QuotaLimits;
import io.gigafs.tablefs.Store;

/**
 * Creates the root directory and the directory above it, which holds the root's entry. The first
 * holder of slot 0 does this once.
 */
final class RootDirectory {
  private static final int ROOT_MODE = 0755;
  private static final int SUPER_ROOT_MODE = 0555;

  private RootDirectory() {}

  /** Creates both durably if they do not exist. */
  static void ensure(Store store, Clock clock, int slots) {
    if (store.getPartition(new PartitionKey(0, InodeId.SUPER_ROOT.value(), 0)) != null) {
      return;
    }
    long now = clock.wallNanos();
    Attributes root = directory(InodeId.ROOT, ROOT_MODE, now);
    Batch batch = store.newBatch();
    new NewPartition(
            InodeId.SUPER_ROOT,
            Partition.WHOLE,
            PartitionMap.UNSPLIT,
            DirectoryFacts.of(InodeId.SUPER_ROOT, SUPER_ROOT_MODE, 0, 0),
            PartitionPhase.ACTIVE,
            QuotaLimits.NONE,
            new EntryCounts(1, 1, 0, 0),
            0,
            now,
            now,
            now)
        .write(batch, slots);
    NewPartition.ofDirectory(
            InodeId.ROOT,
            DirectoryFacts.of(InodeId.SUPER_ROOT, ROOT_MODE, 0, 0).withBorn(now),
            now,
            PartitionPhase.ACTIVE)
        .write(batch, slots);
    batch.putEntry(
        EntryKey.of(
            InodeId.SUPER_ROOT.value(),
            InodeId.ROOT_NAME.position().value(),
            InodeId.ROOT_NAME.bytes()),
        root);
    store.commit(batch);
    store.sync();
  }

  private static Attributes directory(InodeId inode, int mode, long now) {
    return new Attributes(inode.value(), FileType.DIRECTORY, mode, 0, 0, 0, 2, now, now, now, 0)
        .withBorn(now);
  }
}
