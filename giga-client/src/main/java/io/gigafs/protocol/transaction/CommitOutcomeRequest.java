package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Asks the coordinator of a transaction for its outcome. An unknown transaction is over: if the
 * step is not done yet, it was aborted.
 *
 * @param partition of the directory of the name that the transaction began with
 * @param done whether the step is done and durable
 */
public record CommitOutcomeRequest(PartitionIndex partition, CommitId id, boolean done)
    implements PartitionRequest<OutcomeResult> {
  public static final Opcode<OutcomeResult> OPCODE =
      Opcode.of(
          79,
          "COMMIT_OUTCOME",
          Codec.of(
              CommitOutcomeRequest.class, CommitOutcomeRequest::write, CommitOutcomeRequest::read),
          OutcomeResult.CODEC);

  @Override
  public InodeId directory() {
    return id.directory();
  }

  @Override
  public Opcode<OutcomeResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.partition(partition);
    id.write(out);
    out.flag(done);
  }

  static CommitOutcomeRequest read(WireReader in) {
    return new CommitOutcomeRequest(in.partition(), CommitId.read(in), in.flag());
  }
}
