package io.gigafs.client.session;

import io.gigafs.client.data.ObjectFailure;
import io.gigafs.concurrent.Futures;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.Volume.DataBlock;
import io.gigafs.volume.VolumeException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * Requests the block locations of objects from volumes. Safe for use by several threads.
 *
 * @param io waits for volumes
 * @param goesDirect whether the client reads volumes directly: if not, servers relay the bytes, and
 *     their locations do not matter
 */
public record VolumeBlocks(KnownVolumes volumes, Executor io, boolean goesDirect) {
  /** Whether there is any volume to ask. */
  public boolean areKnown() {
    return goesDirect && volumes.reportBlocks();
  }

  /** The block locations of an object; none from a volume that the client does not reach. */
  public CompletableFuture<List<DataBlock>> of(DataLocation location) {
    return Futures.then(
        volumes.learn(location.volume()),
        learned -> {
          CompletableFuture<List<DataBlock>> blocks = new CompletableFuture<>();
          io.execute(() -> ask(location, blocks));
          return blocks;
        });
  }

  private void ask(DataLocation location, CompletableFuture<List<DataBlock>> blocks) {
    try {
      blocks.complete(volumes.of(location.volume()).blocks(location.path()));
    } catch (VolumeException e) {
      switch (e.kind()) {
        // A missing object belonged to a file that was just removed or truncated.
        case GONE, DENIED, NOT_FOUND -> blocks.complete(List.of());
        default -> blocks.completeExceptionally(ObjectFailure.of(e));
      }
    } catch (RuntimeException | Error e) {
      blocks.completeExceptionally(e);
    }
  }
}
