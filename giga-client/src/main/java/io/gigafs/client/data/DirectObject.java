package io.gigafs.client.data;

import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeObject;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * An object that the client reads and writes directly, in the caller's thread: no copy, no lock, no
 * buffer. Safe for use by several threads.
 */
final class DirectObject implements ObjectAccess {
  private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

  private final Volume volume;
  private final VolumeObject object;
  private final String path;
  private volatile boolean isPathDurable;

  /**
   * @param isPathDurable whether the object's directory entry survives a crash of the machine
   */
  DirectObject(Volume volume, VolumeObject object, String path, boolean isPathDurable) {
    this.volume = volume;
    this.object = object;
    this.path = path;
    this.isPathDurable = isPathDurable;
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    try {
      return CompletableFuture.completedFuture(object.read(offset, into));
    } catch (VolumeException e) {
      return CompletableFuture.failedFuture(ObjectFailure.of(e));
    }
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    try {
      object.write(offset, from);
      return DONE;
    } catch (VolumeException e) {
      return CompletableFuture.failedFuture(ObjectFailure.of(e));
    }
  }

  @Override
  public CompletableFuture<Void> flush() {
    return DONE;
  }

  @Override
  public CompletableFuture<Void> sync() {
    try {
      object.sync();
      if (!isPathDurable) {
        volume.syncPath(path);
        isPathDurable = true;
      }
      return DONE;
    } catch (VolumeException e) {
      return CompletableFuture.failedFuture(ObjectFailure.of(e));
    }
  }

  @Override
  public CompletableFuture<ObjectStatus> status() {
    try {
      return CompletableFuture.completedFuture(object.status());
    } catch (VolumeException e) {
      return CompletableFuture.failedFuture(ObjectFailure.of(e));
    }
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    try {
      return CompletableFuture.completedFuture(object.seek(offset, toHole));
    } catch (VolumeException e) {
      return CompletableFuture.failedFuture(ObjectFailure.of(e));
    }
  }

  @Override
  public void invalidate() {
    // Nothing is cached.
  }

  @Override
  public CompletableFuture<Void> close() {
    object.close();
    return DONE;
  }
}
