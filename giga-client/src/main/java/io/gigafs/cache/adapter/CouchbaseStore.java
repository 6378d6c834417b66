package io.gigafs.cache.adapter;

import com.couchbase.client.core.error.CouchbaseException;
import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.core.error.ValueTooLargeException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawBinaryTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.LookupInSpec;
import com.couchbase.client.java.kv.UpsertOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of Couchbase through its Java client: binary documents. The server persists them. It
 * lists keys only together with documents, so a scan visits nothing.
 */
final class CouchbaseStore implements ForeignStore {
  /** The server's fixed limit. */
  private static final int MAX_VALUE_BYTES = 20 << 20;

  private static final GetOptions GET =
      GetOptions.getOptions().transcoder(RawBinaryTranscoder.INSTANCE);

  /** A virtual attribute of each document, to check whether the document exists. */
  private static final LookupInSpec DOCUMENT = LookupInSpec.exists("$document").xattr();

  /** A missing document, to check whether the server answers. */
  private static final String PROBE = BlockName.PREFIX + "probe";

  private final StoreAddress address;
  private final Cluster cluster;
  private final Collection documents;

  private CouchbaseStore(StoreAddress address, Cluster cluster, Collection documents) {
    this.address = address;
    this.cluster = cluster;
    this.documents = documents;
  }

  static CouchbaseStore open(StoreAddress address) throws IOException {
    String user = address.user();
    String password = address.password();
    if (user == null || password == null || address.path().isEmpty()) {
      throw new IllegalArgumentException(
          address + ": the URI is couchbase://USER:PASSWORD@HOST/BUCKET");
    }
    Duration timeout = address.timeout();
    Cluster cluster =
        Cluster.connect(
            address.uri().getScheme() + "://" + server(address),
            ClusterOptions.clusterOptions(user, password)
                .environment(
                    environment ->
                        environment.timeoutConfig(
                            timeouts ->
                                timeouts
                                    .kvTimeout(timeout)
                                    .connectTimeout(address.connectTimeout())
                                    .disconnectTimeout(timeout))));
    CouchbaseStore store =
        new CouchbaseStore(address, cluster, cluster.bucket(address.path()).defaultCollection());
    try {
      store.contains(PROBE);
      return store;
    } catch (IOException e) {
      store.close();
      throw e;
    }
  }

  /** The client's bootstrap address: a node's port for documents, that of its manager, or both. */
  private static String server(StoreAddress address) {
    String documents =
        address.host() + (address.uri().getPort() < 0 ? "" : ":" + address.port(0) + "=kv");
    long manager = address.number("manager", 0);
    return manager == 0 ? documents : documents + "," + address.host() + ":" + manager + "=manager";
  }

  @Override
  public int maxValueBytes() {
    return MAX_VALUE_BYTES;
  }

  @Override
  public boolean put(String key, byte[] value) throws IOException {
    try {
      documents.upsert(
          key, value, UpsertOptions.upsertOptions().transcoder(RawBinaryTranscoder.INSTANCE));
      return true;
    } catch (ValueTooLargeException e) {
      return false;
    } catch (CouchbaseException e) {
      throw failure(address, e);
    }
  }

  @Override
  public byte @Nullable [] get(String key) throws IOException {
    return found(() -> documents.get(key, GET).contentAsBytes());
  }

  @Override
  public boolean contains(String key) throws IOException {
    return found(() -> documents.lookupIn(key, List.of(DOCUMENT))) != null;
  }

  @Override
  public void remove(String key) throws IOException {
    found(() -> documents.remove(key));
  }

  @Override
  public void scan(Visitor visitor) {
    // The server cannot list lengths.
  }

  /** Empty: the client does not count documents. */
  @Override
  public Size size() {
    return new Size(0, 0, 0, 0, 0, 0);
  }

  @Override
  public void save() {
    // The server persists documents itself.
  }

  @Override
  public void close() {
    cluster.disconnect();
  }

  /** The result of a call, or null if the document does not exist. */
  private <T> @Nullable T found(Supplier<T> call) throws IOException {
    try {
      return call.get();
    } catch (DocumentNotFoundException e) {
      return null;
    } catch (CouchbaseException e) {
      throw failure(address, e);
    }
  }

  private static IOException failure(StoreAddress address, CouchbaseException e) {
    return new IOException(address + ": Couchbase failed: " + e.getMessage(), e);
  }
}
