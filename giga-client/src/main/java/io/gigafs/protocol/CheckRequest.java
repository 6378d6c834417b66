package io.gigafs.protocol;

/**
 * Checks a part of a server's store. Only for the superuser.
 *
 * @param data if true, only the bytes of small files are read and compared with their checksums
 * @param cursor where to continue: the one of the previous result, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // opaque to clients
public record CheckRequest(Caller caller, boolean data, byte[] cursor)
    implements Request<CheckResult> {
  @Override
  public Opcode<CheckResult> opcode() {
    return Opcode.CHECK;
  }

  void write(WireWriter out) {
    out.caller(caller).flag(data).bytes(cursor);
  }

  static CheckRequest read(WireReader in) {
    return new CheckRequest(in.caller(), in.flag(), in.bytes());
  }
}
