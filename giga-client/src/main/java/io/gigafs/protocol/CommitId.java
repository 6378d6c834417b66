package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Which part of which change of several names this is, and who knows what became of the change: the
 * holder of the name that it began with.
 *
 * @param transaction the change, unique in the cluster
 * @param part 1, 2, ... in the order in which the parts were prepared
 * @param directory of the name that the change began with, and the partition that holds it for as
 *     long as the change is under way
 */
public record CommitId(
    long transaction, int part, InodeId directory, PartitionIndex partition, Name name) {
  /** What the part's own records are kept under: two parts may come to be in one slot. */
  public long partTransaction() {
    return transaction + part;
  }

  void write(WireWriter out) {
    out.int64(transaction).varint(part).inode(directory).partition(partition).name(name);
  }

  static CommitId read(WireReader in) {
    return new CommitId(in.int64(), in.varint(), in.inode(), in.partition(), in.name());
  }
}
