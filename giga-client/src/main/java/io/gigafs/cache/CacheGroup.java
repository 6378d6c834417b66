package io.gigafs.cache;

import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import java.util.List;

/**
 * The servers of a view that share their caches: those that have one and are not being drained.
 * Immutable.
 *
 * @param epoch of the view
 * @param members in the placement's order
 * @param placement of blocks on them, weighted by the sizes of their caches
 */
public record CacheGroup(long epoch, List<ServerInfo> members, BlockPlacement placement) {
  /** The group of a view. */
  public static CacheGroup of(ClusterView view) {
    List<ServerInfo> members =
        view.servers().stream()
            .filter(server -> server.cacheBytes() > 0 && !view.draining().contains(server.id()))
            .toList();
    BlockPlacement placement =
        members.isEmpty()
            ? BlockPlacement.NONE
            : new BlockPlacement(
                members.stream()
                    .map(
                        server ->
                            new BlockPlacement.Member(server.id().value(), server.cacheBytes()))
                    .toList());
    return new CacheGroup(view.epoch(), members, placement);
  }

  public boolean isEmpty() {
    return members.isEmpty();
  }
}
