package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

/** Reads the quota of a directory and its usage; ENODATA if it has none. */
public record QuotaRequest(InodeId directory, PartitionIndex partition)
    implements PartitionRequest<QuotaRequest.QuotaResult> {
  static final Codec<QuotaRequest> CODEC = Codec.of(QuotaRequest.class, HEAD);

  public static final Opcode<QuotaResult> OPCODE = Opcode.of(36, "QUOTA", CODEC, QuotaResult.CODEC);

  /**
   * A quota and its usage.
   *
   * @param limits of entries and of bytes, 0 for none
   */
  public record QuotaResult(QuotaUsage limits, QuotaUsage used) implements Result {
    public static final Codec<QuotaResult> CODEC =
        Codec.of(QuotaResult.class, QuotaUsage.CODEC, QuotaUsage.CODEC);
  }
}
