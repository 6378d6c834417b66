package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * Updates a partition's copy of its directory's attributes, and its times. Idempotent.
 *
 * @param owner the new copy
 * @param accessedNanos null to leave it unchanged; so is modifiedNanos
 */
public record UpdatePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    DirectoryFacts owner,
    @Nullable Long accessedNanos,
    @Nullable Long modifiedNanos,
    long changedNanos)
    implements PartitionRequest<UpdatePartitionResult> {
  @Override
  public Opcode<UpdatePartitionResult> opcode() {
    return Opcode.UPDATE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction);
    owner.write(out);
    out.timeOrNone(accessedNanos).timeOrNone(modifiedNanos).int64(changedNanos);
  }

  static UpdatePartitionRequest read(WireReader in) {
    return new UpdatePartitionRequest(
        in.inode(),
        in.partition(),
        in.int64(),
        DirectoryFacts.read(in),
        in.timeOrNone(),
        in.timeOrNone(),
        in.int64());
  }
}
