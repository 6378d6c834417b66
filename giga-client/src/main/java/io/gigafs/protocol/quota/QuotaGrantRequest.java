package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;

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
  static final Codec<QuotaGrantRequest> CODEC =
      Codec.of(
          QuotaGrantRequest.class,
          HEAD,
          SERVER,
          QuotaEpoch.CODEC,
          VARLONG,
          QuotaUsage.CODEC,
          QuotaUsage.CODEC);

  public static final Opcode<QuotaGrantResult> OPCODE =
      Opcode.of(88, "ALLOWANCE", CODEC, QuotaGrantResult.CODEC);
}
