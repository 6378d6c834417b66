package io.gigafs.protocol.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.transaction.OutcomeResult;

/**
 * Asks the owner of a child partition whether the split that creates it was committed. If it was
 * not, the owner aborts it for good and discards an upload in progress.
 */
public record InstallOutcomeRequest(InodeId directory, PartitionIndex partition, long transaction)
    implements PartitionRequest<OutcomeResult> {
  public static final Opcode<OutcomeResult> OPCODE =
      Opcode.of(
          72,
          "INSTALL_OUTCOME",
          Codec.of(
              InstallOutcomeRequest.class,
              InstallOutcomeRequest::write,
              InstallOutcomeRequest::read),
          OutcomeResult.CODEC);

  @Override
  public Opcode<OutcomeResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(transaction);
  }

  static InstallOutcomeRequest read(WireReader in) {
    return new InstallOutcomeRequest(in.inode(), in.partition(), in.int64());
  }
}
