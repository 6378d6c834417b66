package io.gigafs.protocol;

import io.gigafs.index.InodeId;

/**
 * Asks a server what it holds below a directory with a quota.
 *
 * @param domain the directory
 * @param count the count that this is a part of: the server gives up all that it was allowed before
 *     and answers when what it tells is on its disk; NONE only to be told
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
