package io.gigafs.protocol.fsck;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Checks a part of a server's store. Only for the superuser.
 *
 * @param data if true, only the bytes of small files are read and compared with their checksums
 * @param cursor where to continue: the one of the previous result, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // opaque to clients
public record CheckRequest(Caller caller, boolean data, byte[] cursor)
    implements Request<CheckResult> {
  public static final Opcode<CheckResult> OPCODE =
      Opcode.of(
          15,
          "CHECK",
          Codec.of(CheckRequest.class, CheckRequest::write, CheckRequest::read),
          CheckResult.CODEC);

  @Override
  public Opcode<CheckResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.caller(caller).flag(data).bytes(cursor);
  }

  static CheckRequest read(WireReader in) {
    return new CheckRequest(in.caller(), in.flag(), in.bytes());
  }
}
