package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.FLAG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/**
 * Requests the status of a server.
 *
 * @param partitions whether to report each partition
 */
public record StatusRequest(boolean partitions) implements Request<StatusResult> {
  static final Codec<StatusRequest> CODEC = Codec.of(StatusRequest.class, FLAG);

  public static final Opcode<StatusResult> OPCODE =
      Opcode.of(12, "STATUS", CODEC, StatusResult.CODEC);
}
