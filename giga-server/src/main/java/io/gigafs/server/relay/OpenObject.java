package io.gigafs.server.relay;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import org.jspecify.annotations.Nullable;

/**
 * An object that is read or written, opened when that is first done. Kept open for a while after
 * the last use, as most uses are one after the other. Safe for use by several threads.
 */
final class OpenObject {
  private final DataLocation location;
  private final boolean writes;
  private final WriteOrder order = new WriteOrder();

  /** Guarded by this. */
  private @Nullable VolumeObject object;

  /** How many use it, and since when nobody does; guarded by the owner of all open objects. */
  int users;

  long idleSinceNanos;

  OpenObject(DataLocation location, boolean writes) {
    this.location = location;
    this.writes = writes;
  }

  DataLocation location() {
    return location;
  }

  boolean writes() {
    return writes;
  }

  WriteOrder order() {
    return order;
  }

  /** The object, on a thread that may wait for the volume. */
  synchronized VolumeObject on(Volume volume) throws VolumeException {
    VolumeObject open = object;
    if (open == null) {
      open = volume.open(location.path(), writes);
      object = open;
    }
    return open;
  }

  /** On a thread that may wait for the volume, when nobody uses it any more. */
  synchronized void close() {
    if (object != null) {
      object.close();
      object = null;
    }
  }
}
