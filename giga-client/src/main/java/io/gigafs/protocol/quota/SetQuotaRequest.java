package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

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
    implements PartitionRequest<SetQuotaRequest.SetQuotaResult> {
  static final Codec<SetQuotaRequest> CODEC =
      Codec.of(SetQuotaRequest.class, HEAD, CALLER, Step.CODEC, INODE, QuotaUsage.CODEC);

  public static final Opcode<SetQuotaResult> OPCODE =
      Opcode.of(35, "SET_QUOTA", CODEC, SetQuotaResult.CODEC);

  /** The step. */
  public enum Step {
    /** Include the partition in the quota. */
    JOIN(0),
    /** Exclude it from the quota. */
    LEAVE(1),
    /** Set the limits in the zeroth partition of the domain; answered once they are enforced. */
    LIMIT(2);

    private static final Codec<Step> CODEC = codeOf(Step.class, step -> step.code);

    private final int code;

    Step(int code) {
      this.code = code;
    }
  }

  /**
   * The result of one step of setting a quota.
   *
   * @param changed whether the step changed anything
   * @param map the partition map that the partition knows
   */
  public record SetQuotaResult(boolean changed, PartitionMap map) implements Result {
    public static final Codec<SetQuotaResult> CODEC = Codec.of(SetQuotaResult.class, FLAG, MAP);
  }
}
