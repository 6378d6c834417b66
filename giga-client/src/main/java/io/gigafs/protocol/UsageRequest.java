package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * Asks a server for its usage below a directory with a quota.
 *
 * @param domain the directory
 * @param count the count that the request belongs to: the server gives up all earlier grants and
 *     answers when the reported usage is durable; NONE only reads the usage
 */
public record UsageRequest(InodeId domain, QuotaEpoch count) implements Request<UsageResult> {
  @Override
  public Opcode<UsageResult> opcode() {
    return Opcode.USAGE;
  }

  void write(WireWriter out) {
    out.inode(domain);
    count.write(out);
  }

  static UsageRequest read(WireReader in) {
    return new UsageRequest(in.inode(), QuotaEpoch.read(in));
  }
}
