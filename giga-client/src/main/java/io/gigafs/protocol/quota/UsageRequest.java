package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.INODE;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/**
 * Asks a server for its usage below a directory with a quota.
 *
 * @param domain the directory
 * @param count the count that the request belongs to: the server gives up all earlier grants and
 *     answers when the reported usage is durable; NONE only reads the usage
 */
public record UsageRequest(InodeId domain, QuotaEpoch count) implements Request<UsageResult> {
  static final Codec<UsageRequest> CODEC = Codec.of(UsageRequest.class, INODE, QuotaEpoch.CODEC);

  public static final Opcode<UsageResult> OPCODE = Opcode.of(89, "USAGE", CODEC, UsageResult.CODEC);
}
