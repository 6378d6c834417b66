package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

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
  @Override
  public Opcode<PrepareResult> opcode() {
    return Opcode.PREPARE_STEP;
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
