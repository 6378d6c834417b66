package io.gigafs.cache.service;

import io.gigafs.cache.value.ValueSettings;

/**
 * Settings of a {@link CacheClient}.
 *
 * @param connectTimeoutMillis for connecting and the handshake together
 * @param timeoutMillis how long a call waits without progress: for an answer, for a part of a
 *     block, or for a free connection
 * @param maxConnections to the server; each call and each open stream uses one
 * @param blocksInFlight of one value that are requested or sent ahead of the answers
 * @param values how values are cut into blocks
 */
public record CacheClientSettings(
    int connectTimeoutMillis,
    int timeoutMillis,
    int maxConnections,
    int blocksInFlight,
    ValueSettings values) {
  public static final CacheClientSettings DEFAULTS =
      new CacheClientSettings(5_000, 30_000, 64, 4, ValueSettings.DEFAULTS);

  public CacheClientSettings {
    atLeastOne(connectTimeoutMillis, "connect-timeout");
    atLeastOne(timeoutMillis, "timeout");
    atLeastOne(maxConnections, "max-connections");
    atLeastOne(blocksInFlight, "blocks-in-flight");
  }

  private static void atLeastOne(int value, String setting) {
    if (value < 1) {
      throw new IllegalArgumentException(setting + " is at least 1, not " + value);
    }
  }

  public CacheClientSettings withTimeouts(int newConnectTimeoutMillis, int newTimeoutMillis) {
    return new CacheClientSettings(
        newConnectTimeoutMillis, newTimeoutMillis, maxConnections, blocksInFlight, values);
  }

  public CacheClientSettings withMaxConnections(int newMaxConnections) {
    return new CacheClientSettings(
        connectTimeoutMillis, timeoutMillis, newMaxConnections, blocksInFlight, values);
  }

  public CacheClientSettings withValues(ValueSettings newValues) {
    return new CacheClientSettings(
        connectTimeoutMillis, timeoutMillis, maxConnections, blocksInFlight, newValues);
  }
}
