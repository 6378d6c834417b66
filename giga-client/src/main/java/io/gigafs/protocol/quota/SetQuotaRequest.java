package io.gigafs.protocol.quota;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * One step of setting or removing a directory's quota: includes a partition in the quota, or sets
 * the limits. Every step can be retried.
 *
 * @param domain the directory that has the quota
 * @param limits of entries and of bytes, 0 for none; only for LIMIT
 */
public record SetQuotaRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Step step,
    InodeId domain,
    QuotaUsage limits)
    implements PartitionRequest<SetQuotaResult> {
  public static final Opcode<SetQuotaResult> OPCODE =
      Opcode.of(
          35,
          "SET_QUOTA",
          Codec.of(SetQuotaRequest.class, SetQuotaRequest::write, SetQuotaRequest::read),
          SetQuotaResult.CODEC);

  /** The step. */
  public enum Step {
    /** Include the partition in the quota. */
    JOIN(0),
    /** Exclude it from the quota. */
    LEAVE(1),
    /** Set the limits in the zeroth partition of the domain; answered once they are enforced. */
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
    return OPCODE;
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
        QuotaUsage.read(in));
  }
}
