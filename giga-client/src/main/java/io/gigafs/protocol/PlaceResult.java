package io.gigafs.protocol;

import io.gigafs.volume.DataLocation;

/** Where a file's bytes may be put: an object of no bytes that is there. */
public record PlaceResult(DataLocation location) implements Result {
  void write(WireWriter out) {
    out.bytes(location.encode());
  }

  static PlaceResult read(WireReader in) {
    return new PlaceResult(in.location());
  }
}
