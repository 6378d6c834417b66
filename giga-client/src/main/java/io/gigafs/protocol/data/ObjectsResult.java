package io.gigafs.protocol.data;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;

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
