package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks the holder of a quota for more that a server may use without asking.
 *
 * @param directory the directory that has the quota
 * @param server who asks
 * @param epoch the count that it had a part in last
 * @param number the asker's questions since then are numbered upwards from 1
 * @param want the least that helps; nothing if it only runs low
 * @param need the least that helps if what was granted before is void, as a count has begun
 */
public record QuotaGrantRequest(
    InodeId directory,
    PartitionIndex partition,
    ServerId server,
    QuotaEpoch epoch,
    long number,
    Usage want,
    Usage need)
    implements PartitionRequest<QuotaGrantResult> {
  @Override
  public Opcode<QuotaGrantResult> opcode() {
    return Opcode.ALLOWANCE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).text(server.value());
    epoch.write(out);
    out.varlong(number);
    want.write(out);
    need.write(out);
  }

  static QuotaGrantRequest read(WireReader in) {
    return new QuotaGrantRequest(
        in.inode(),
        in.partition(),
        new ServerId(in.text()),
        QuotaEpoch.read(in),
        in.varlong(),
        Usage.read(in),
        Usage.read(in));
  }
}
