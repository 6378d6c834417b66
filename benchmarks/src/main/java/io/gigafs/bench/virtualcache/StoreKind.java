package io.gigafs.bench.virtualcache;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The measured stores. */
enum StoreKind {
  /** The upper bound: no store, but a file for each value. */
  FILE("plain file", Place.IN_PROCESS),
  NATIVE("giga, in process", Place.IN_PROCESS),
  SERVICE("giga, service", Place.SERVER),
  REDIS("Redis", Place.SERVER),
  MEMCACHED("Memcached", Place.SERVER),
  LEVELDB("LevelDB", Place.IN_PROCESS),
  /** A substitute for Elasticsearch, from which it was forked. */
  OPENSEARCH("OpenSearch", Place.SERVER),
  /** Runs at a configured address, because its server is in no registry of packages. */
  COUCHBASE("Couchbase", Place.ELSEWHERE),
  /**
   * Through Giga's adapter, which splits values into blocks, so that a store can have longer values
   * than its limit.
   */
  REDIS_BLOCKS("Redis, in blocks", REDIS),
  MEMCACHED_BLOCKS("Memcached, in blocks", MEMCACHED),
  LEVELDB_BLOCKS("LevelDB, in blocks", LEVELDB),
  OPENSEARCH_BLOCKS("OpenSearch, in blocks", OPENSEARCH);

  /** The URI prefix of a store that has values in blocks. */
  static final String BLOCKS = "blocks+";

  private enum Place {
    IN_PROCESS,
    SERVER,
    ELSEWHERE
  }

  private final String title;
  private final Place place;
  private final @Nullable StoreKind whole;

  StoreKind(String title, Place place) {
    this.title = title;
    this.place = place;
    this.whole = null;
  }

  StoreKind(String title, StoreKind whole) {
    this.title = title;
    this.place = whole.place;
    this.whole = whole;
  }

  /** The underlying store of one with values in blocks; otherwise this. */
  StoreKind store() {
    return whole == null ? this : whole;
  }

  /** The URI's scheme. */
  String scheme() {
    return whole == null ? toString() : BLOCKS + whole;
  }

  String title() {
    return title;
  }

  /** Whether it runs in the client's process. */
  boolean isInProcess() {
    return place == Place.IN_PROCESS;
  }

  /** Whether this experiment starts and stops its server. */
  boolean hasServer() {
    return place == Place.SERVER;
  }

  /**
   * The store with a name.
   *
   * @throws IllegalArgumentException with a user-readable message, if there is none
   */
  static StoreKind named(String name) {
    for (StoreKind each : values()) {
      if (each.toString().equals(name)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "there is no store '"
            + name
            + "'; there are "
            + Arrays.stream(values()).map(StoreKind::toString).collect(Collectors.joining(",")));
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
