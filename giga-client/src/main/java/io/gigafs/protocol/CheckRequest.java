package io.gigafs.protocol;

/**
 * Has a server check a part of what it keeps. For the superuser.
 *
 * @param data whether the bytes of small files are read and held against their checksums, and
 *     nothing else is looked at
 * @param cursor where to go on: the result's before, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // only the server looks into it
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
