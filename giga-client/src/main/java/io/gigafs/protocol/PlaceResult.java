package io.gigafs.protocol;

import io.gigafs.volume.DataLocation;

/**
 * The location of an empty object for a file's bytes.
 *
 * @param counted whether a quota applies to what is written to it, once it belongs to the file
 */
public record PlaceResult(DataLocation location, boolean counted) implements Result {
  void write(WireWriter out) {
    out.bytes(location.encode()).flag(counted);
  }

  static PlaceResult read(WireReader in) {
    return new PlaceResult(in.location(), in.flag());
  }
}
