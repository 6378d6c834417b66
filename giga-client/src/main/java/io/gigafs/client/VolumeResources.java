package io.gigafs.client;

import io.gigafs.volume.OpenVolumes;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a client needs to reach volumes; handed in, so that tests own storage and threads.
 *
 * @param volumes that the client opens; closed with the client
 * @param io does what may block for as long as a volume does, where no caller waits for it
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

  /** A client that reaches no volume by itself. */
  public static VolumeResources none() {
    return new VolumeResources(new OpenVolumes(List.of()), Runnable::run);
  }
}
