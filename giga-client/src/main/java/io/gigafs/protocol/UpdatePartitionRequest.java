package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * Gives a partition its directory's new mode, owner and times. Repeating it changes nothing.
 *
 * @param mode as it is to be (07777); likewise uid and gid
 * @param accessedNanos null to leave the time; likewise modifiedNanos
 */
public record UpdatePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    long transaction,
    int mode,
    int uid,
    int gid,
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
    out.mode(mode).varint(uid).varint(gid);
    out.timeOrNone(accessedNanos).timeOrNone(modifiedNanos).int64(changedNanos);
  }

  static UpdatePartitionRequest read(WireReader in) {
    return new UpdatePartitionRequest(
        in.inode(),
        in.partition(),
        in.int64(),
        in.mode(),
        in.varint(),
        in.varint(),
        in.timeOrNone(),
        in.timeOrNone(),
        in.int64());
  }
}
