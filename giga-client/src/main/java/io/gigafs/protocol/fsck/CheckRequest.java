package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.FLAG;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/**
 * Checks a part of a server's store. Only for the superuser.
 *
 * @param data if true, only the bytes of small files are read and compared with their checksums
 * @param cursor where to continue: the one of the previous result, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // opaque to clients
public record CheckRequest(Caller caller, boolean data, byte[] cursor)
    implements Request<CheckResult> {
  static final Codec<CheckRequest> CODEC = Codec.of(CheckRequest.class, CALLER, FLAG, BYTES);

  public static final Opcode<CheckResult> OPCODE = Opcode.of(15, "CHECK", CODEC, CheckResult.CODEC);
}
