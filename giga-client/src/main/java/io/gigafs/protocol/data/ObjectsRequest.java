package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

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
  static final Codec<ObjectsRequest> CODEC = Codec.of(ObjectsRequest.class, CALLER, COUNT, BYTES);

  public static final Opcode<ObjectsResult> OPCODE =
      Opcode.of(50, "OBJECTS", CODEC, ObjectsResult.CODEC);

  /** The value that replaces a volume's number. */
  public static final int UNKNOWN = 0;
}
