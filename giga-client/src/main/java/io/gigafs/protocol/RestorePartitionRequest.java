package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;

/**
 * Makes a partition again whose header was lost, with the entries that are still there. Changes
 * nothing if there is one.
 *
 * @param map what all partitions of the directory know, with this one
 * @param parent the directory that holds the directory's entry
 */
public record RestorePartitionRequest(
    InodeId directory,
    PartitionIndex partition,
    PartitionMap map,
    InodeId parent,
    int mode,
    int uid,
    int gid,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.RESTORE_PARTITION;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).map(map).inode(parent);
    out.mode(mode).varint(uid).varint(gid);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos);
  }

  static RestorePartitionRequest read(WireReader in) {
    return new RestorePartitionRequest(
        in.inode(),
        in.partition(),
        in.map(),
        in.inode(),
        in.mode(),
        in.varint(),
        in.varint(),
        in.int64(),
        in.int64(),
        in.int64());
  }
}
