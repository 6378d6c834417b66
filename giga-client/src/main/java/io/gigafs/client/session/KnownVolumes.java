package io.gigafs.client.session;

import io.gigafs.client.data.ClientVolumes;
import io.gigafs.client.request.ViewRefresh;
import io.gigafs.client.request.Views;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.Volume;
import io.gigafs.volume.VolumeException;
import java.util.concurrent.CompletableFuture;

/**
 * The volumes of the client's newest view. Requests a newer view for an unknown volume. Safe for
 * use by several threads.
 */
public final class KnownVolumes implements ClientVolumes {
  private final OpenVolumes open;
  private final Views views;
  private final ViewRefresh refresh;

  public KnownVolumes(OpenVolumes open, Views views, ViewRefresh refresh) {
    this.open = open;
    this.views = views;
    this.refresh = refresh;
  }

  /** Whether some volume may report block locations. */
  boolean reportBlocks() {
    return open.reportBlocks(views.current());
  }

  @Override
  public CompletableFuture<Void> learn(int volume) {
    return volume < views.current().nextVolume()
        ? CompletableFuture.completedFuture(null)
        : refresh.ask();
  }

  @Override
  public Volume of(int volume) throws VolumeException {
    return open.of(views.current(), volume);
  }
}
