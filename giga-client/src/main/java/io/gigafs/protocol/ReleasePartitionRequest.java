package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * Ends the freeze of a partition.
 *
 * @param removedNanos when the directory was removed, and the partition with it; null if it was not
 */
public record ReleasePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, @Nullable Long removedNanos)
    implements PartitionRequest<ReleasePartitionResult> {
  @Override
  public Opcode<ReleasePartitionResult> opcode() {
    return Opcode.RELEASE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).timeOrNone(removedNanos);
  }

  static ReleasePartitionRequest read(WireReader in) {
    return new ReleasePartitionRequest(in.inode(), in.partition(), in.int64(), in.timeOrNone());
  }
}
