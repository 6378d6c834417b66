package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;

/**
 * Makes a partition again whose header was lost, with the entries that are still there. Changes
 * nothing if there is one.
 *
 * @param map what all partitions of the directory know, with this one
 * @param owner what it is to know of its directory
 */
public record RestorePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    PartitionMap map,
    DirectoryFacts owner,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.RESTORE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).map(map);
    owner.write(out);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos);
  }

  static RestorePartitionRequest read(WireReader in) {
    return new RestorePartitionRequest(
        in.inode(),
        in.partition(),
        in.map(),
        DirectoryFacts.read(in),
        in.int64(),
        in.int64(),
        in.int64());
  }
}
