package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;

/** Makes everything durable that the server has acknowledged before: syncfs(2). */
public record SyncRequest() implements Request<Empty> {
  static final Codec<SyncRequest> CODEC = Codec.of(SyncRequest.class);

  public static final Opcode<Empty> OPCODE = Opcode.of(54, "SYNC", CODEC, Empty.CODEC);
}
