package io.gigafs.protocol.lease;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;

/**
 * Requests a copy of a name with a lease on it, or renews the lease of a copy.
 *
 * @param server the requesting server
 * @param answered the number of lookups that it answered from its copy since its last request
 */
public record CopyNameRequest(
    InodeId directory, PartitionIndex partition, Name name, ServerId server, long answered)
    implements PartitionRequest<CopyNameResult> {
  static final Codec<CopyNameRequest> CODEC =
      Codec.of(CopyNameRequest.class, HEAD, NAME, SERVER, VARLONG);

  public static final Opcode<CopyNameResult> OPCODE =
      Opcode.of(87, "COPY_NAME", CODEC, CopyNameResult.CODEC);
}
