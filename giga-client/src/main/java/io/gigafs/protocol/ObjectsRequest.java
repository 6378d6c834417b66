package io.gigafs.protocol;

/**
 * Asks a server which objects on volumes its store knows of: those of files, of handles that fill
 * one, and those that it is to delete. A bite at a time.
 *
 * @param volume only those of this volume; {@link #UNKNOWN} for those of all volumes that the
 *     server's view does not have
 * @param cursor the one of the result before, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record ObjectsRequest(Caller caller, int volume, byte[] cursor)
    implements Request<ObjectsResult> {
  /** In place of a volume's number. */
  public static final int UNKNOWN = 0;

  @Override
  public Opcode<ObjectsResult> opcode() {
    return Opcode.OBJECTS;
  }

  void write(WireWriter out) {
    out.caller(caller).count(volume).bytes(cursor);
  }

  static ObjectsRequest read(WireReader in) {
    return new ObjectsRequest(in.caller(), in.count(), in.bytes());
  }
}
