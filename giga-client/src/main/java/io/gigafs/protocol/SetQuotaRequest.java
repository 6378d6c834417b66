package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * One step of giving a directory a quota, or of taking it away: has a partition count for the
 * quota, or sets what the quota is. Each may be asked for again and again.
 *
 * @param domain the directory that has the quota
 * @param limits of entries and of bytes, 0 for none; only LIMIT looks at them
 */
public record SetQuotaRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Step step,
    InodeId domain,
    Usage limits)
    implements PartitionRequest<SetQuotaResult> {

  /** What is to be done. */
  public enum Step {
    /** The partition counts for the quota from now on. */
    JOIN(0),
    /** It does not any more. */
    LEAVE(1),
    /** The zeroth partition of the domain has these limits; answered once they bind. */
    LIMIT(2);

    private final int code;

    Step(int code) {
      this.code = code;
    }

    private static Step ofCode(int code) {
      for (Step step : values()) {
        if (step.code == code) {
          return step;
        }
      }
      throw new ProtocolException("unknown step of setting a quota " + code);
    }
  }

  @Override
  public Opcode<SetQuotaResult> opcode() {
    return Opcode.SET_QUOTA;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).int8(step.code).inode(domain);
    limits.write(out);
  }

  static SetQuotaRequest read(WireReader in) {
    return new SetQuotaRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        Step.ofCode(in.int8()),
        in.inode(),
        Usage.read(in));
  }
}
