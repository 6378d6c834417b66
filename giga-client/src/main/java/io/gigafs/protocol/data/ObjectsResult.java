package io.gigafs.protocol.data;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import java.util.List;

/**
 * A page of objects that a store refers to.
 *
 * @param cursor where to continue, empty at the end
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record ObjectsResult(List<KnownObject> objects, byte[] cursor) implements Result {
  public static final Codec<ObjectsResult> CODEC =
      Codec.of(ObjectsResult.class, ObjectsResult::write, ObjectsResult::read);

  public ObjectsResult {
    objects = List.copyOf(objects);
  }

  void write(WireWriter out) {
    out.count(objects.size());
    for (KnownObject object : objects) {
      object.write(out);
    }
    out.bytes(cursor);
  }

  static ObjectsResult read(WireReader in) {
    return new ObjectsResult(in.list(KnownObject.MIN_BYTES, KnownObject::read), in.bytes());
  }
}
