package io.gigafs.protocol.data;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Lists the objects on volumes that a server's store refers to: those of files, those that handles
 * write to, and those that it has yet to delete. Returns one page.
 *
 * @param volume only objects of this volume; {@link #UNKNOWN} for those of all volumes that are
 *     missing in the server's view
 * @param cursor the one of the previous result, empty to begin
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record ObjectsRequest(Caller caller, int volume, byte[] cursor)
    implements Request<ObjectsResult> {
  public static final Opcode<ObjectsResult> OPCODE =
      Opcode.of(
          50,
          "OBJECTS",
          Codec.of(ObjectsRequest.class, ObjectsRequest::write, ObjectsRequest::read),
          ObjectsResult.CODEC);

  /** The value that replaces a volume's number. */
  public static final int UNKNOWN = 0;

  @Override
  public Opcode<ObjectsResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.caller(caller).count(volume).bytes(cursor);
  }

  static ObjectsRequest read(WireReader in) {
    return new ObjectsRequest(in.caller(), in.count(), in.bytes());
  }
}
