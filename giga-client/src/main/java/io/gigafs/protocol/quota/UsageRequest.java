package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;

/**
 * Asks a server for its usage below a directory with a quota.
 *
 * @param domain the directory
 * @param count the count that the request belongs to: the server gives up all earlier grants and
 *     answers when the reported usage is durable; NONE only reads the usage
 */
public record UsageRequest(InodeId domain, QuotaEpoch count)
    implements Request<UsageRequest.UsageResult> {
  static final Codec<UsageRequest> CODEC = Codec.of(UsageRequest.class, INODE, QuotaEpoch.CODEC);

  public static final Opcode<UsageResult> OPCODE = Opcode.of(89, "USAGE", CODEC, UsageResult.CODEC);

  /**
   * A server's usage below a directory with a quota.
   *
   * @param counts whether it takes part in the requested count; if not, it knows a later one
   * @param newest the number of the newest count that it knows
   * @param leaving the part of the usage that is moving to another server, which may report it as
   *     well
   */
  public record UsageResult(boolean counts, long newest, QuotaUsage used, QuotaUsage leaving)
      implements Result {
    public static final Codec<UsageResult> CODEC =
        Codec.of(UsageResult.class, FLAG, VARLONG, QuotaUsage.CODEC, QuotaUsage.CODEC);
  }
}
