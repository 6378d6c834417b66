package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Has the holder of a name make sure that its step of a change can be done, whatever happens, and
 * hold the name until it hears what becomes of the change. Repeating it changes nothing.
 *
 * @param client who asked for the change, and has given up its leases on the names
 * @param caller whose permissions count
 * @param quota what is counted of the file where it is
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
