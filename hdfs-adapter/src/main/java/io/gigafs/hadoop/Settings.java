package io.gigafs.hadoop;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.hadoop.identity.Identities;
import io.gigafs.protocol.Caller;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one file system, from the configuration.
 *
 * @param client with root as the caller; requests are made on behalf of the file system's user
 * @param blockSizeBytes reported to programs
 */
record Settings(ClientSettings client, Identities identities, long blockSizeBytes) {
  /**
   * The settings for a URI's cluster.
   *
   * @throws IOException that names the invalid setting
   */
  static Settings of(URI uri, Configuration conf) throws IOException {
    ClusterName cluster = ClusterName.of(uri);
    try {
      return new Settings(
          ClientSettings.builder(cluster.servers(conf))
              .caller(Caller.ROOT)
              .timeout(
                  Duration.ofMillis(
                      conf.getTimeDuration(
                          GigaKeys.TIMEOUT, GigaKeys.TIMEOUT_DEFAULT, TimeUnit.MILLISECONDS)))
              .connectionsPerServer(conf.getInt(GigaKeys.CONNECTIONS, GigaKeys.CONNECTIONS_DEFAULT))
              .dataPath(dataPath(conf.getTrimmed(GigaKeys.DATA_PATH, GigaKeys.DATA_PATH_DEFAULT)))
              .dataCache(dataCache(conf))
              .cacheGroup(conf.getBoolean(GigaKeys.CACHE_GROUP, GigaKeys.CACHE_GROUP_DEFAULT))
              .build(),
          Identities.of(conf),
          blockSize(conf));
    } catch (IllegalArgumentException e) {
      throw new IOException("a setting of fs.giga is wrong: " + e.getMessage(), e);
    }
  }

  private static long blockSize(Configuration conf) {
    long bytes = conf.getLongBytes(GigaKeys.BLOCK_SIZE, GigaKeys.BLOCK_SIZE_DEFAULT);
    if (bytes < 1) {
      throw new IllegalArgumentException(GigaKeys.BLOCK_SIZE + " is more than 0, not " + bytes);
    }
    return bytes;
  }

  private static @Nullable DataCacheSettings dataCache(Configuration conf) {
    String directory = conf.getTrimmed(GigaKeys.CACHE_DIRECTORY, "");
    if (directory.isEmpty()) {
      return null;
    }
    DataCacheSettings cache;
    try {
      cache =
          DataCacheSettings.of(
                  Path.of(directory),
                  conf.getLongBytes(GigaKeys.CACHE_SIZE, DataCacheSettings.DEFAULT_BYTES))
              .optional();
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          GigaKeys.CACHE_DIRECTORY + ", " + GigaKeys.CACHE_SIZE + ": " + e.getMessage(), e);
    }
    return conf.getBoolean(GigaKeys.CACHE_WRITEBACK, false) ? withWriteback(cache, conf) : cache;
  }

  private static DataCacheSettings withWriteback(DataCacheSettings cache, Configuration conf) {
    try {
      return cache.withWriteback(
          conf.getLongBytes(
              GigaKeys.CACHE_WRITEBACK_SIZE, DataCacheSettings.DEFAULT_WRITEBACK_BYTES));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(GigaKeys.CACHE_WRITEBACK_SIZE + ": " + e.getMessage(), e);
    }
  }

  private static DataPath dataPath(String text) {
    return Arrays.stream(DataPath.values())
        .filter(path -> path.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    GigaKeys.DATA_PATH + " is client, server or symlink, not '" + text + "'"));
  }
}
