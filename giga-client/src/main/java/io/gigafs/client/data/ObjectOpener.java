package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.EarlySyncs;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.util.concurrent.CompletableFuture;

/**
 * Opens objects: directly where the client reaches the volume, else through servers. Safe for use
 * by several threads; blocks for as long as the volume does.
 */
final class ObjectOpener {
  /** The maximum number of the client's volume threads for early syncs. */
  private static final int MAX_EARLY_SYNCS = 3;

  private final DataEnvironment environment;
  private final EarlySyncs earlySyncs = new EarlySyncs(MAX_EARLY_SYNCS);

  ObjectOpener(DataEnvironment environment) {
    this.environment = environment;
  }

  /** Completes when an object on the volume may be opened. */
  CompletableFuture<Void> ready(DataLocation location) {
    return environment.goesDirect() ? environment.volumes().learn(location.volume()) : Futures.DONE;
  }

  /** Opens the object of a file. */
  Opened open(DataLocation location, HandleData handle) throws GigaException {
    return open(location, handle, true);
  }

  /**
   * Opens an object that was just made for a file and may not be on disk yet, to be filled and
   * synced.
   */
  Opened openPlaced(DataLocation location, HandleData handle) throws GigaException {
    return open(location, handle, false);
  }

  private Opened open(DataLocation location, HandleData handle, boolean isPathDurable)
      throws GigaException {
    CachedFile cached = handle.cached();
    if (cached == null) {
      return openJournaled(location, handle, isPathDurable);
    }
    long foreignChange = handle.foreignChange();
    Opened opened = openJournaled(location, handle, isPathDurable);
    return new Opened(
        location,
        new CachedObject(
            cached, handle, opened.access(), location, cached.writtenTo(location), foreignChange),
        opened.isRelayed());
  }

  private Opened openJournaled(DataLocation location, HandleData handle, boolean isPathDurable)
      throws GigaException {
    Opened opened = openUncached(location, handle, isPathDurable);
    Backlog backlog = handle.backlogOf(location);
    return backlog == null
        ? opened
        : new Opened(
            location,
            new JournaledObject(opened.access(), backlog, handle.calls(), isPathDurable),
            opened.isRelayed());
  }

  private Opened openUncached(DataLocation location, HandleData handle, boolean isPathDurable)
      throws GigaException {
    if (environment.goesDirect()) {
      try {
        Volume volume = environment.volumes().of(location.volume());
        return new Opened(
            location,
            new DirectObject(
                volume, openOn(volume, location, handle), location.path(), isPathDurable),
            false);
      } catch (VolumeException e) {
        if (e.kind() != VolumeException.Kind.GONE && e.kind() != VolumeException.Kind.DENIED) {
          throw ObjectFailure.of(e);
        }
      }
    }
    HandleDataCalls calls = isPathDurable ? handle.calls() : handle.calls().onPlaced();
    return new Opened(location, environment.relay().open(calls), true);
  }

  private VolumeObject openOn(Volume volume, DataLocation location, HandleData handle)
      throws VolumeException {
    VolumeObject object = volume.open(location.path(), handle.writes());
    return handle.writes() ? earlySyncs.of(object, environment.io()) : object;
  }

  /**
   * An open object.
   *
   * @param isRelayed whether it is read and written through servers
   */
  record Opened(DataLocation location, ObjectAccess access, boolean isRelayed) {}
}
