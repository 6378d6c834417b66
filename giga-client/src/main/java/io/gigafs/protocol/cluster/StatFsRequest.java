package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Requests a server's share of statfs(2). */
public record StatFsRequest() implements Request<StatFsResult> {
  public static final Opcode<StatFsResult> OPCODE =
      Opcode.of(
          10,
          "STATFS",
          Codec.of(StatFsRequest.class, StatFsRequest::write, StatFsRequest::read),
          StatFsResult.CODEC);

  @Override
  public Opcode<StatFsResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {}

  static StatFsRequest read(WireReader in) {
    return new StatFsRequest();
  }
}
