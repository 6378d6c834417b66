package io.gigafs.server.commit;

import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.PartitionUsage.Reservation;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;

/**
 * What a rename with RENAME_WHITEOUT leaves at the old name, so that an overlay does not show what
 * a lower layer has there.
 *
 * @param attributes of a character device with the number 0
 * @param credit what the entry takes of the quota that bounds the directory
 */
record Whiteout(Attributes attributes, Reservation credit) {
  /** Puts it where nothing is any more. */
  void put(EntryKey key, PartitionState partition, CommitBatch commitBatch) {
    partition.usage().redeem(commitBatch, credit);
    commitBatch.batch().putEntry(key, attributes);
    partition.entryAdded(commitBatch, attributes);
  }
}
