package io.gigafs.cluster;

/**
 * A member of the cluster and the endpoint at which it last registered.
 *
 * @param cacheBytes the capacity of its part of the cache group; 0 for none
 */
public record ServerInfo(ServerId id, Endpoint endpoint, long cacheBytes) {
  public ServerInfo {
    if (cacheBytes < 0) {
      throw new IllegalArgumentException("server '" + id + "' has a cache of " + cacheBytes);
    }
  }

  /** A member without a cache. */
  public ServerInfo(ServerId id, Endpoint endpoint) {
    this(id, endpoint, 0);
  }
}
