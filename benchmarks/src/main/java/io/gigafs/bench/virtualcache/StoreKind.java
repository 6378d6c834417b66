package io.gigafs.bench.virtualcache;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The stores that are measured. */
enum StoreKind {
  /** The limit: no store, but a file for each value. */
  FILE("plain file", Place.IN_PROCESS),
  NATIVE("giga, in process", Place.IN_PROCESS),
  SERVICE("giga, service", Place.SERVER),
  REDIS("Redis", Place.SERVER),
  MEMCACHED("Memcached", Place.SERVER),
  LEVELDB("LevelDB", Place.IN_PROCESS),
  /** Stands for Elasticsearch, from which it was forked. */
  OPENSEARCH("OpenSearch", Place.SERVER),
  /** Runs where its address says; its server is in no registry of packages. */
  COUCHBASE("Couchbase", Place.ELSEWHERE),
  /**
   * By Giga's adapter: values in blocks, which is how a store carries longer ones than it takes.
   */
  REDIS_BLOCKS("Redis, in blocks", REDIS),
  MEMCACHED_BLOCKS("Memcached, in blocks", MEMCACHED),
  LEVELDB_BLOCKS("LevelDB, in blocks", LEVELDB),
  OPENSEARCH_BLOCKS("OpenSearch, in blocks", OPENSEARCH);

  /** Begins the URI of a store that has values in blocks. */
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

  /** The store itself, where this is one with values in blocks. */
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

  /** Whether it is in the client's process. */
  boolean isInProcess() {
    return place == Place.IN_PROCESS;
  }

  /** Whether this experiment starts and stops its server. */
  boolean hasServer() {
    return place == Place.SERVER;
  }

  /**
   * The store of a name.
   *
   * @throws IllegalArgumentException with a text for people, if there is none
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
