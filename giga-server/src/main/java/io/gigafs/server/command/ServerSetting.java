package io.gigafs.server.command;

import java.util.Arrays;
import java.util.Optional;

/**
 * The settings of a server: each is an option of {@code giga server} and, by the same name, a line
 * of its settings file. This is their only table; docs/cli.md repeats it.
 */
enum ServerSetting {
  ZK("zk", "HOST:PORT[,...][/CHROOT]", "The ZooKeeper that holds the cluster's records. Required."),
  ID(
      "id",
      "NAME",
      "The server's name in the cluster, for good: letters, digits, dots, underscores, hyphens."
          + " Required."),
  DATA("data", "DIR", "The directory of the server's store; created if missing. Required."),
  LISTEN(
      "listen",
      "HOST:PORT",
      "Where the server listens, and where clients and other servers reach it; port 0 takes a free"
          + " one. Required."),
  LOCAL_SOCKET(
      "local-socket",
      "PATH|none",
      "The domain socket by which programs of the server's machine reach it faster than over TCP."
          + " Default: giga.sock in the data directory."),
  LANES(
      "lanes",
      "N",
      "How many threads own partitions and carry out operations. Default: half the processors."),
  DURABILITY(
      "durability",
      "interval|always",
      "When an acknowledged change is on the disk: within the sync interval, or before the answer."
          + " Default: interval."),
  SYNC_INTERVAL(
      "sync-interval",
      "TIME",
      "With durability interval, the time from one sync of the log to the next. Default: 5s."),
  IO_THREADS(
      "io-threads", "N", "How many threads serve connections. Default: half the processors."),
  RESERVE(
      "reserve",
      "SIZE",
      "Space on the disk, such as 512m or 2g, that is kept for deletions: nothing is created while"
          + " less is left. At most a twentieth of the disk, at least 16 write buffers; 0 for none."
          + " Default: 256m."),
  DATA_MEMORY(
      "data-memory",
      "SIZE",
      "Memory for file data in transit between volumes and clients that cannot access"
          + " these, outside the heap: clients wait while it is used up. Default: 256m."),
  ANSWER_MEMORY(
      "answer-memory",
      "SIZE",
      "Heap for answers that are not sent yet, over all connections; one connection may have a"
          + " sixteenth, and is not read from while it has. Default: an eighth of the largest"
          + " heap."),
  FRAME_MEMORY(
      "frame-memory",
      "SIZE",
      "Memory for requests longer than 64 KiB, over all connections, from when their beginning is"
          + " there until they are answered. Default: a sixteenth of the largest heap."),
  MAX_CONNECTIONS(
      "max-connections",
      "N",
      "The most connections at a time; less if the process may not have as many files open. Default:"
          + " 8192."),
  MAX_CONNECTIONS_PER_ADDRESS(
      "max-connections-per-address",
      "N",
      "At a time, of one address; programs of the server's machine that come by its domain socket"
          + " count as one. Default: 2048."),
  BLOCK_CACHE(
      "block-cache",
      "SIZE",
      "Memory for blocks of the store's tables, with their indexes and filters. Default: 256m."),
  ROW_CACHE(
      "row-cache",
      "SIZE",
      "Memory for entries that were written or read lately, of which a power of two is taken; or 0:"
          + " then there is no key-filter either. At most three quarters of the JVM's buffers."
          + " Default: 256m, or half of the largest heap if that is less."),
  KEY_FILTER(
      "key-filter",
      "SIZE",
      "Heap for a filter of absent names, one to two bytes for each entry of the server;"
          + " twice that while it is rebuilt. At most a third of the largest heap. Default: 192m,"
          + " or a quarter of the largest heap if that is less."),
  WRITE_BUFFER(
      "write-buffer",
      "SIZE",
      "Memory for entries that are not in tables yet; the store may take four times that for all"
          + " that it writes. 4m at least. Default: 64m."),
  JOIN_TIMEOUT(
      "join-timeout",
      "TIME",
      "How long to wait at start for the cluster to be complete. Default: 60s."),
  VOLUME_ROOTS(
      "volume-roots",
      "DIR[,...]",
      "The directories at or below which this server lets volumes be: paths of its machine, or URIs"
          + " as hdfs://HOST:PORT/DIR. Users who may add volumes can have it read and write there,"
          + " and nowhere else. Default: none, so that there are no volumes."),
  CACHE(
      "cache",
      "SIZE",
      "Size of the cache of files on volumes, such as 100g, that this server holds as a member of"
          + " the cache group for all clients; 64m at least, 0 for none. Default: 0."),
  CACHE_DIR(
      "cache-dir",
      "DIR",
      "The cache's directory, of this server alone, best on its own fast disk. Default: cache in"
          + " the data directory."),
  SESSION_LEASE(
      "session-lease",
      "TIME",
      "How long a client's open files and locks are kept without a renewal; the same on"
          + " all servers. Default: 30s."),
  SPLIT_HEAT(
      "split-heat",
      "N|off",
      "Requests a second, of several clients and for some seconds, from which on a partition splits"
          + " below the split threshold, if the part that moves goes to a server with fewer."
          + " Default: 5000."),
  ZK_SESSION_TIMEOUT(
      "zk-session-timeout",
      "TIME",
      "How long ZooKeeper considers a silent server present. Default: 10s."),
  ZK_CONNECT_TIMEOUT(
      "zk-connect-timeout",
      "TIME",
      "How long to wait for ZooKeeper before giving up. Default: 8s.");

  private final String key;
  private final String label;
  private final String description;

  ServerSetting(String key, String label, String description) {
    this.key = key;
    this.label = label;
    this.description = description;
  }

  /** The name in a settings file; the option is the same after two hyphens. */
  String key() {
    return key;
  }

  String option() {
    return "--" + key;
  }

  /** Placeholder of the value in usage texts. */
  String label() {
    return label;
  }

  String description() {
    return description;
  }

  static Optional<ServerSetting> ofKey(String key) {
    return Arrays.stream(values()).filter(setting -> setting.key.equals(key)).findFirst();
  }
}
