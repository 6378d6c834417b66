package io.gigafs.server.namespace;

import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionUsage.Reservation;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;

/**
 * The entry that a rename with RENAME_WHITEOUT leaves at the old name, so that an overlay hides the
 * lower layer's file.
 *
 * @param attributes of a character device with the number 0
 * @param credit the entry's reservation in the directory's quota
 */
record Whiteout(Attributes attributes, Reservation credit) {
  /** Inserts the whiteout under the free name. */
  void put(EntryKey key, PartitionState partition, CommitBatch commitBatch) {
    partition.usage().redeem(commitBatch, credit);
    commitBatch.batch().putEntry(key, attributes);
    partition.entryAdded(commitBatch, attributes);
  }
}
