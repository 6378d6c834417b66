package io.gigafs.server.relay;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.EarlySyncedObject;
import io.gigafs.volume.EarlySyncs;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An object that is read or written, opened when that is first done. Kept open for a while after
 * the last use, as most uses are one after the other. Safe for use by several threads.
 */
final class OpenObject {
  private final DataLocation location;
  private final boolean writes;
  private final EarlySyncs syncs;
  private final Executor threads;
  private final WriteLine writeLine;

  /** Set once, until it is closed; guarded by this. */
  private volatile @Nullable EarlySyncedObject object;

  /** How many use it, and since when nobody does; guarded by the owner of all open objects. */
  int users;

  long idleSinceNanos;

  /**
   * Not open yet.
   *
   * @param threads of the volume
   */
  OpenObject(DataLocation location, boolean writes, EarlySyncs syncs, Executor threads) {
    this.location = location;
    this.writes = writes;
    this.syncs = syncs;
    this.threads = threads;
    this.writeLine = new WriteLine(threads);
  }

  DataLocation location() {
    return location;
  }

  boolean writes() {
    return writes;
  }

  /** Does what is to be written. */
  Executor writeLine() {
    return writeLine;
  }

  /** Whether something that was written is lost, and nobody has been told. */
  boolean owesFailure() {
    EarlySyncedObject open = object;
    return open != null && open.owesFailure();
  }

  /** The object, on a thread that may wait for the volume. */
  synchronized VolumeObject on(Volume volume) throws VolumeException {
    EarlySyncedObject open = object;
    if (open == null) {
      open = syncs.of(volume.open(location.path(), writes), threads);
      object = open;
    }
    return open;
  }

  /** On a thread that may wait for the volume, when nobody uses it any more. */
  synchronized void close() {
    EarlySyncedObject open = object;
    if (open != null) {
      open.close();
      object = null;
    }
  }
}
