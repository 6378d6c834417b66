package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Tells a partition where its directory's entry is. From a change that holds the entry, so whatever
 * another had begun with the directory is over. Repeating it changes nothing.
 *
 * @param notice tells this time from others that the partition is told, so that one that was on its
 *     way for long is known
 * @param parent the directory that holds the entry
 * @param name the entry's
 * @param changedNanos when the entry came there, or was changed since: the directory's ctime is no
 *     earlier
 */
public record MovePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    long notice,
    InodeId parent,
    Name name,
    long changedNanos)
    implements PartitionRequest<UpdatePartitionResult> {
  @Override
  public Opcode<UpdatePartitionResult> opcode() {
    return Opcode.MOVE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(notice).inode(parent).name(name);
    out.int64(changedNanos);
  }

  static MovePartitionRequest read(WireReader in) {
    return new MovePartitionRequest(
        in.inode(), in.partition(), in.int64(), in.inode(), in.name(), in.int64());
  }
}
