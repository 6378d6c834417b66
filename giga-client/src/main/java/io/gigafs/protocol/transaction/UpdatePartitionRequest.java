package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
  public static final Opcode<UpdatePartitionResult> OPCODE =
      Opcode.of(
          68,
          "UPDATE_PARTITION",
          Codec.of(
              UpdatePartitionRequest.class,
              UpdatePartitionRequest::write,
              UpdatePartitionRequest::read),
          UpdatePartitionResult.CODEC);

  @Override
  public Opcode<UpdatePartitionResult> opcode() {
    return OPCODE;
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
