package io.gigafs.protocol.quota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Asks a server for its usage below a directory with a quota.
 *
 * @param domain the directory
 * @param count the count that the request belongs to: the server gives up all earlier grants and
 *     answers when the reported usage is durable; NONE only reads the usage
 */
public record UsageRequest(InodeId domain, QuotaEpoch count) implements Request<UsageResult> {
  public static final Opcode<UsageResult> OPCODE =
      Opcode.of(
          89,
          "USAGE",
          Codec.of(UsageRequest.class, UsageRequest::write, UsageRequest::read),
          UsageResult.CODEC);

  @Override
  public Opcode<UsageResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(domain);
    count.write(out);
  }

  static UsageRequest read(WireReader in) {
    return new UsageRequest(in.inode(), QuotaEpoch.read(in));
  }
}
