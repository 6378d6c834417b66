package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Recreates a partition whose header was lost, with its remaining entries. Does nothing if there is
 * a header.
 *
 * @param map the union of the maps of all partitions of the directory and this one
 * @param owner the partition's copy of the directory's attributes
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
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          100,
          "RESTORE_PARTITION",
          Codec.of(
              RestorePartitionRequest.class,
              RestorePartitionRequest::write,
              RestorePartitionRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
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
