package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

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
    implements PartitionRequest<QuotaGrantRequest.QuotaGrantResult> {
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

  /**
   * An addition to a server's quota grant.
   *
   * @param epoch the grant is void after the server has taken part in another count
   * @param more may be less than requested
   * @param reuse whether the server may reuse quota that is released there without a request; false
   *     while the total usage exceeds the quota
   * @param exhausted whether nothing is left, by a count that began after the request arrived
   */
  public record QuotaGrantResult(
      QuotaEpoch epoch, QuotaUsage more, boolean reuse, boolean exhausted) implements Result {
    public static final Codec<QuotaGrantResult> CODEC =
        Codec.of(QuotaGrantResult.class, QuotaEpoch.CODEC, QuotaUsage.CODEC, FLAG, FLAG);
  }
}
