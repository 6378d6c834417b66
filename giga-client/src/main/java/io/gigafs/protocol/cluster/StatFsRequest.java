package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/** Requests a server's share of statfs(2). */
public record StatFsRequest() implements Request<StatFsResult> {
  static final Codec<StatFsRequest> CODEC = Codec.of(StatFsRequest.class);

  public static final Opcode<StatFsResult> OPCODE =
      Opcode.of(10, "STATFS", CODEC, StatFsResult.CODEC);
}
