package io.gigafs.protocol;

/**
 * Has a server check a part of what it keeps. For the superuser.
 *
 * @param cursor where to go on: the result's before, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // only the server looks into it
public record CheckRequest(Caller caller, byte[] cursor) implements Request<CheckResult> {
  @Override
  public Opcode<CheckResult> opcode() {
    return Opcode.CHECK;
  }

  void write(WireWriter out) {
    out.caller(caller).bytes(cursor);
  }

  static CheckRequest read(WireReader in) {
    return new CheckRequest(in.caller(), in.bytes());
  }
}
