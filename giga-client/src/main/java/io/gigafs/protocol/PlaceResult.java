package io.gigafs.protocol;

import io.gigafs.volume.DataLocation;

/**
 * Where a file's bytes may be put: an object of no bytes that is there.
 *
 * @param counted whether a quota counts what is written to it, once it is the file's
 */
public record PlaceResult(DataLocation location, boolean counted) implements Result {
  void write(WireWriter out) {
    out.bytes(location.encode()).flag(counted);
  }

  static PlaceResult read(WireReader in) {
    return new PlaceResult(in.location(), in.flag());
  }
}
