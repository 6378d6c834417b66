package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Allows a participant to delete its record of a transaction that is over. Idempotent. */
public record RetireStepRequest(InodeId directory, PartitionIndex partition, CommitId id)
    implements PartitionRequest<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          78,
          "RETIRE_STEP",
          Codec.of(RetireStepRequest.class, RetireStepRequest::write, RetireStepRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
    id.write(out);
  }

  static RetireStepRequest read(WireReader in) {
    return new RetireStepRequest(in.inode(), in.partition(), CommitId.read(in));
  }
}
