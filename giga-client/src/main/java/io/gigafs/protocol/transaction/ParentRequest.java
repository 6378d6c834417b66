package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Asks a partition for the parent of its directory, even while a transaction is changing it. */
public record ParentRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<ParentResult> {
  public static final Opcode<ParentResult> OPCODE =
      Opcode.of(
          81,
          "PARENT",
          Codec.of(ParentRequest.class, ParentRequest::write, ParentRequest::read),
          ParentResult.CODEC);

  @Override
  public Opcode<ParentResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
  }

  static ParentRequest read(WireReader in) {
    return new ParentRequest(in.inode(), in.partition());
  }
}
