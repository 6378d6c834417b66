package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.LOCATION;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.volume.DataLocation;

/**
 * The location of an empty object for a file's bytes.
 *
 * @param counted whether a quota applies to what is written to it, once it belongs to the file
 */
public record PlaceResult(DataLocation location, boolean counted) implements Result {
  public static final Codec<PlaceResult> CODEC = Codec.of(PlaceResult.class, LOCATION, FLAG);
}
