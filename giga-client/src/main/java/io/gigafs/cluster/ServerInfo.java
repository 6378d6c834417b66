package io.gigafs.cluster;

/**
 * A member of the cluster and where it was last seen to listen.
 *
 * @param cacheBytes how many bytes its part of the cache group may hold; 0 for none
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
