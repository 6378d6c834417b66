package io.gigafs.client.connect;

import io.gigafs.volume.OpenVolumes;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The resources with which a client reaches volumes; passed in, so that tests control storage and
 * threads.
 *
 * @param volumes that the client opens; closed with the client
 * @param io runs what may block for as long as a volume does and has no waiting caller
 * @param cache of the data of files on volumes; null for none
 */
public record VolumeResources(
    OpenVolumes volumes, Executor io, @Nullable DataCacheResources cache) {
  /** Without a cache. */
  public VolumeResources(OpenVolumes volumes, Executor io) {
    this(volumes, io, null);
  }

  /** Closes the volumes, and releases the cache. */
  void close() {
    volumes.close();
    if (cache != null) {
      cache.release().run();
    }
  }

  /** For a client that reaches no volume directly. */
  public static VolumeResources none() {
    return new VolumeResources(new OpenVolumes(List.of()), Runnable::run);
  }
}
