package io.gigafs.cache.adapter;

import io.gigafs.cache.CacheStore;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Opens third-party stores by URI.
 *
 * <table>
 *   <caption>URIs</caption>
 *   <tr><td>{@code redis://[USER:PASSWORD@]HOST[:6379][/DATABASE]}</td><td>jedis</td></tr>
 *   <tr><td>{@code memcached://HOST[:11211]}</td><td>spymemcached</td></tr>
 *   <tr><td>{@code leveldb:/DIR[?capacity=BYTES]}</td><td>leveldbjni-all</td></tr>
 *   <tr><td>{@code couchbase://USER:PASSWORD@HOST[:11210]/BUCKET}</td><td>java-client</td></tr>
 *   <tr><td>{@code opensearch+http://[USER:PASSWORD@]HOST[:9200]/INDEX}</td><td>opensearch-java</td></tr>
 * </table>
 *
 * {@code rediss}, {@code couchbases} and {@code opensearch+https} are the same with TLS. All but
 * LevelDB take {@code ?timeout=MILLIS}, the time after which a call fails; Couchbase takes {@code
 * ?manager=PORT} where the port of its manager is not 8091.
 */
public final class CacheStores {
  /** Opens one kind of store. */
  private interface Opener {
    ForeignStore open(StoreAddress address) throws IOException;
  }

  /**
   * One kind of store.
   *
   * @param artifact of Maven Central with its client
   */
  private record Kind(String artifact, Opener opener) {}

  // Lambdas, so that a class that needs a client is loaded only when such a store is opened.
  private static final Map<String, Kind> KINDS =
      new TreeMap<>(
          Map.of(
              "redis", new Kind("redis.clients:jedis", at -> RedisStore.open(at)),
              "rediss", new Kind("redis.clients:jedis", at -> RedisStore.open(at)),
              "memcached", new Kind("net.spy:spymemcached", at -> MemcachedStore.open(at)),
              "leveldb",
                  new Kind("org.fusesource.leveldbjni:leveldbjni-all", at -> LevelDbStore.open(at)),
              "couchbase",
                  new Kind("com.couchbase.client:java-client", at -> CouchbaseStore.open(at)),
              "couchbases",
                  new Kind("com.couchbase.client:java-client", at -> CouchbaseStore.open(at)),
              "opensearch+http",
                  new Kind("org.opensearch.client:opensearch-java", at -> OpenSearchStore.open(at)),
              "opensearch+https",
                  new Kind(
                      "org.opensearch.client:opensearch-java", at -> OpenSearchStore.open(at))));

  private CacheStores() {}

  /**
   * Opens a store, and checks that it answers.
   *
   * @throws IllegalArgumentException with a user-readable message, if the URI is not that of a
   *     store
   * @throws IOException if the store does not answer, or its client is not on the class path
   */
  public static CacheStore open(URI uri) throws IOException {
    Kind kind = uri.getScheme() == null ? null : KINDS.get(uri.getScheme());
    if (kind == null) {
      throw new IllegalArgumentException(
          "no cache store has a URI like "
              + StoreAddress.withoutPassword(uri)
              + "; there are "
              + KINDS.keySet().stream().map(each -> each + ":").collect(Collectors.joining(", ")));
    }
    try {
      return new AdaptedStore(kind.opener().open(StoreAddress.of(uri)));
    } catch (NoClassDefFoundError e) {
      throw new IOException(
          "cannot open "
              + StoreAddress.withoutPassword(uri)
              + ": put "
              + kind.artifact()
              + " and its dependencies on the class path (missing: "
              + e.getMessage()
              + ")",
          e);
    }
  }

  /** Whether the scheme of a URI is known; its client may still be missing. */
  static boolean isKnown(URI uri) {
    return uri.getScheme() != null && KINDS.containsKey(uri.getScheme());
  }
}
