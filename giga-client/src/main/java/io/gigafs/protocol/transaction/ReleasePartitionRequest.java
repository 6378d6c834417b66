package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Ends the freeze of a partition.
 *
 * @param removedNanos when the directory was removed, and the partition with it; null if it was not
 */
public record ReleasePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, @Nullable Long removedNanos)
    implements PartitionRequest<ReleasePartitionResult> {
  public static final Opcode<ReleasePartitionResult> OPCODE =
      Opcode.of(
          67,
          "RELEASE_PARTITION",
          Codec.of(
              ReleasePartitionRequest.class,
              ReleasePartitionRequest::write,
              ReleasePartitionRequest::read),
          ReleasePartitionResult.CODEC);

  @Override
  public Opcode<ReleasePartitionResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).timeOrNone(removedNanos);
  }

  static ReleasePartitionRequest read(WireReader in) {
    return new ReleasePartitionRequest(in.inode(), in.partition(), in.int64(), in.timeOrNone());
  }
}
