package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;

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
    implements Request<ObjectsRequest.ObjectsResult> {
  static final Codec<ObjectsRequest> CODEC = Codec.of(ObjectsRequest.class, CALLER, COUNT, BYTES);

  public static final Opcode<ObjectsResult> OPCODE =
      Opcode.of(50, "OBJECTS", CODEC, ObjectsResult.CODEC);

  /** The value that replaces a volume's number. */
  public static final int UNKNOWN = 0;

  /**
   * A page of objects that a store refers to.
   *
   * @param cursor where to continue, empty at the end
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  public record ObjectsResult(List<KnownObject> objects, byte[] cursor) implements Result {
    public static final Codec<ObjectsResult> CODEC =
        Codec.of(ObjectsResult.class, listOf(KnownObject.CODEC), BYTES);

    public ObjectsResult {
      objects = List.copyOf(objects);
    }
  }
}
