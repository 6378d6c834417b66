package io.gigafs.hadoop;

/**
 * The settings of {@code core-site.xml}, except for those of {@link io.gigafs.hadoop.identity};
 * docs/hadoop.md describes them.
 */
final class GigaKeys {
  /** Servers of a named cluster: {@code HOST:PORT,...}; %s stands for the name. */
  static final String SERVERS = "fs.giga.cluster.%s.servers";

  /** The timeout of an operation, including retries. */
  static final String TIMEOUT = "fs.giga.timeout";

  static final String TIMEOUT_DEFAULT = "30s";

  /** The number of connections to each server. */
  static final String CONNECTIONS = "fs.giga.connections.per.server";

  static final int CONNECTIONS_DEFAULT = 1;

  /** The data path to the bytes of large files: client, server or symlink. */
  static final String DATA_PATH = "fs.giga.data.path";

  static final String DATA_PATH_DEFAULT = "client";

  /** The block size reported to programs that split files; bytes, with suffixes. */
  static final String BLOCK_SIZE = "fs.giga.block.size";

  static final long BLOCK_SIZE_DEFAULT = 128L << 20;

  /** A local directory to cache the data of large files; no cache if unset. */
  static final String CACHE_DIRECTORY = "fs.giga.cache.dir";

  /** The maximum size of the cache; bytes, with suffixes. */
  static final String CACHE_SIZE = "fs.giga.cache.size";

  /** Whether closing a file on a volume waits for the cache only, and not for the volume. */
  static final String CACHE_WRITEBACK = "fs.giga.cache.writeback";

  /** The maximum of data in the cache that is not on the volumes yet. */
  static final String CACHE_WRITEBACK_SIZE = "fs.giga.cache.writeback.size";

  /** Whether large files are read from the servers' cache group, if there is one. */
  static final String CACHE_GROUP = "fs.giga.cache.group";

  static final boolean CACHE_GROUP_DEFAULT = true;

  private GigaKeys() {}
}
