package io.gigafs.client;

import io.gigafs.volume.OpenVolumes;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * What a client needs to reach volumes; handed in, so that tests own storage and threads.
 *
 * @param volumes that the client opens; closed with the client
 * @param io does what may block for as long as a volume does, where no caller waits for it
 */
public record VolumeResources(OpenVolumes volumes, Executor io) {
  /** A client that reaches no volume by itself. */
  public static VolumeResources none() {
    return new VolumeResources(new OpenVolumes(List.of()), Runnable::run);
  }
}
