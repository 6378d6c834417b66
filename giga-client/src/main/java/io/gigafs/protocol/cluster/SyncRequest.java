package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Makes everything durable that the server has acknowledged before: syncfs(2). */
public record SyncRequest() implements Request<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          54,
          "SYNC",
          Codec.of(SyncRequest.class, SyncRequest::write, SyncRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {}

  static SyncRequest read(WireReader in) {
    return new SyncRequest();
  }
}
