package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.PARTITION;
import static io.gigafs.protocol.Elements.VARINT;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;

/**
 * Identifies one participant of a transaction and the transaction's coordinator, which is the owner
 * of the name that the transaction began with.
 *
 * @param transaction the transaction, unique in the cluster
 * @param part the participant's number: 1, 2, ... in the order of preparation
 * @param directory of the name that the transaction began with; the partition is the one that holds
 *     it for the duration of the transaction
 */
public record CommitId(
    long transaction, int part, InodeId directory, PartitionIndex partition, Name name) {
  static final Codec<CommitId> CODEC =
      Codec.of(CommitId.class, INT64, VARINT, INODE, PARTITION, NAME);

  /**
   * The transaction id under which the participant's own records are stored, because two
   * participants may be in one slot.
   */
  public long partTransaction() {
    return transaction + part;
  }
}
