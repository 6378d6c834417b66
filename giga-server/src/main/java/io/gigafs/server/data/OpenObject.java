package io.gigafs.server.data;

import io.gigafs.volume.DataLocation;
import io.gigafs.volume.EarlySyncedObject;
import io.gigafs.volume.EarlySyncs;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * An object that is read or written. It is opened on first use, and stays open for a while after
 * the last use, as most accesses are sequential. Thread-safe.
 */
final class OpenObject {
  private final DataLocation location;
  private final boolean writes;
  private final EarlySyncs syncs;
  private final Executor threads;
  private final WriteLine writeLine;

  /** Set once until the object is closed; guarded by this. */
  private volatile @Nullable EarlySyncedObject object;

  /**
   * The number of users, and since when there are none; guarded by the owner of all open objects.
   */
  int users;

  long idleSinceNanos;

  /**
   * An object that is not open yet.
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

  /** Runs the writes to the object in order. */
  Executor writeLine() {
    return writeLine;
  }

  /** Whether written data was lost and no client has got the error yet. */
  boolean hasUnreportedFailure() {
    EarlySyncedObject open = object;
    return open != null && open.hasUnreportedFailure();
  }

  /** The object, opened on demand. Call on a thread that may wait for the volume. */
  synchronized VolumeObject on(Volume volume) throws VolumeException {
    EarlySyncedObject open = object;
    if (open == null) {
      open = syncs.of(volume.open(location.path(), writes), threads);
      object = open;
    }
    return open;
  }

  /** Closes the object, when it has no users. Call on a thread that may wait for the volume. */
  synchronized void close() {
    EarlySyncedObject open = object;
    if (open != null) {
      open.close();
      object = null;
    }
  }
}
