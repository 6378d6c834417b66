package io.gigafs.protocol;

import java.util.List;

/**
 * A page of objects that a store refers to.
 *
 * @param cursor where to continue, empty at the end
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record ObjectsResult(List<KnownObject> objects, byte[] cursor) implements Result {
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
