package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Freezes a partition if it is empty, so that it rejects changes while its directory is being
 * removed.
 *
 * @param name the directory's name in its parent, whose entry determines the outcome
 */
public record FreezePartitionRequest(
    InodeId directory, PartitionIndex partition, long transaction, Name name)
    implements PartitionRequest<FreezePartitionResult> {
  public static final Opcode<FreezePartitionResult> OPCODE =
      Opcode.of(
          66,
          "FREEZE_PARTITION",
          Codec.of(
              FreezePartitionRequest.class,
              FreezePartitionRequest::write,
              FreezePartitionRequest::read),
          FreezePartitionResult.CODEC);

  @Override
  public Opcode<FreezePartitionResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction).name(name);
  }

  static FreezePartitionRequest read(WireReader in) {
    return new FreezePartitionRequest(in.inode(), in.partition(), in.int64(), in.name());
  }
}
