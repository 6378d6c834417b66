package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Requests the status of a server.
 *
 * @param partitions whether to report each partition
 */
public record StatusRequest(boolean partitions) implements Request<StatusResult> {
  public static final Opcode<StatusResult> OPCODE =
      Opcode.of(
          12,
          "STATUS",
          Codec.of(StatusRequest.class, StatusRequest::write, StatusRequest::read),
          StatusResult.CODEC);

  @Override
  public Opcode<StatusResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.flag(partitions);
  }

  static StatusRequest read(WireReader in) {
    return new StatusRequest(in.flag());
  }
}
