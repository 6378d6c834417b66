package io.gigafs.client.data;

import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import java.util.concurrent.CompletableFuture;

/** The cluster's volumes, as this client reaches them. Safe for use by several threads. */
public interface ClientVolumes {
  /**
   * Completes once the client knows where the volume is, or that it cannot find out; never fails.
   */
  CompletableFuture<Void> learn(int volume);

  /**
   * Opens a volume, or returns the open one. The implementation closes it.
   *
   * @throws VolumeException of kind GONE if the client cannot reach it
   */
  Volume of(int volume) throws VolumeException;
}
