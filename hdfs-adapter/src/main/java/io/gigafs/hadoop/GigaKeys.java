package io.gigafs.hadoop;

/**
 * The settings of {@code core-site.xml}, but for those of {@link io.gigafs.hadoop.identity};
 * docs/hadoop.md says what each does.
 */
final class GigaKeys {
  /** Servers of a named cluster: {@code HOST:PORT,...} with the name in the place of %s. */
  static final String SERVERS = "fs.giga.cluster.%s.servers";

  /** How long an operation may take, all repetitions included. */
  static final String TIMEOUT = "fs.giga.timeout";

  static final String TIMEOUT_DEFAULT = "30s";

  /** How many connections to open to each server. */
  static final String CONNECTIONS = "fs.giga.connections.per.server";

  static final int CONNECTIONS_DEFAULT = 1;

  /** How to come to the bytes of large files: client, server or symlink. */
  static final String DATA_PATH = "fs.giga.data.path";

  static final String DATA_PATH_DEFAULT = "client";

  /** What to tell programs that split files by blocks; bytes, with suffixes. */
  static final String BLOCK_SIZE = "fs.giga.block.size";

  static final long BLOCK_SIZE_DEFAULT = 128L << 20;

  /** A directory of this machine to cache the data of large files in; none is no cache. */
  static final String CACHE_DIRECTORY = "fs.giga.cache.dir";

  /** How much the cache has at most; bytes, with suffixes. */
  static final String CACHE_SIZE = "fs.giga.cache.size";

  /** Whether closing a file on a volume waits for the cache only, and not for the volume. */
  static final String CACHE_WRITEBACK = "fs.giga.cache.writeback";

  /** How much may be in the cache and not on the volumes. */
  static final String CACHE_WRITEBACK_SIZE = "fs.giga.cache.writeback.size";

  /** Whether large files are read from caches of servers, if these have any. */
  static final String CACHE_GROUP = "fs.giga.cache.group";

  static final boolean CACHE_GROUP_DEFAULT = true;

  private GigaKeys() {}
}
