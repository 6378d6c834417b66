package io.gigafs.server.data;

import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.server.context.RouteTable;

/** The requests about volumes, and for blocks of the cache group. */
public final class DataRoutes {
  private DataRoutes() {}

  /** Registers them. */
  public static void register(RouteTable routes, ServerVolumes volumes, GroupCache groupCache) {
    routes
        .here(VolumesRequest.OPCODE, volumes::report)
        .here(ReadCachedBlockRequest.OPCODE, groupCache::read);
  }
}
