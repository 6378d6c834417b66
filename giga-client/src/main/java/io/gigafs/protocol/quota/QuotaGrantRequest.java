package io.gigafs.protocol.quota;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Requests a larger quota grant for a server from the owner of the quota.
 *
 * @param directory the directory that has the quota
 * @param server the requesting server
 * @param epoch the last count that the server took part in
 * @param number numbers the server's requests since that count, from 1
 * @param want the minimum that helps; nothing if the grant only runs low
 * @param need the minimum that helps if a new count has voided earlier grants
 */
public record QuotaGrantRequest(
    InodeId directory,
    PartitionIndex partition,
    ServerId server,
    QuotaEpoch epoch,
    long number,
    QuotaUsage want,
    QuotaUsage need)
    implements PartitionRequest<QuotaGrantResult> {
  public static final Opcode<QuotaGrantResult> OPCODE =
      Opcode.of(
          88,
          "ALLOWANCE",
          Codec.of(QuotaGrantRequest.class, QuotaGrantRequest::write, QuotaGrantRequest::read),
          QuotaGrantResult.CODEC);

  @Override
  public Opcode<QuotaGrantResult> opcode() {
    return OPCODE;
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
        QuotaUsage.read(in),
        QuotaUsage.read(in));
  }
}
