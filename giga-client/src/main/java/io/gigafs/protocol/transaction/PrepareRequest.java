package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.quota.QuotaStamp;

/**
 * Prepares a step of a transaction: the owner of the name makes sure that the step can be done in
 * any case, and locks the name until it receives the outcome of the transaction. Idempotent.
 *
 * @param client the client that requested the transaction and has returned its leases on the names
 * @param caller whose permissions are checked
 * @param quota the quota that applies to the file at its current location
 */
public record PrepareRequest(
    InodeId directory,
    PartitionIndex partition,
    CommitId id,
    long client,
    Caller caller,
    QuotaStamp quota,
    CommitStep step)
    implements PartitionRequest<PrepareResult> {
  public static final Opcode<PrepareResult> OPCODE =
      Opcode.of(
          76,
          "PREPARE_STEP",
          Codec.of(PrepareRequest.class, PrepareRequest::write, PrepareRequest::read),
          PrepareResult.CODEC);

  @Override
  public Opcode<PrepareResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition);
    id.write(out);
    out.int64(client).caller(caller);
    quota.write(out);
    CommitSteps.write(step, out);
  }

  static PrepareRequest read(WireReader in) {
    return new PrepareRequest(
        in.inode(),
        in.partition(),
        CommitId.read(in),
        in.int64(),
        in.caller(),
        QuotaStamp.read(in),
        CommitSteps.read(in));
  }
}
