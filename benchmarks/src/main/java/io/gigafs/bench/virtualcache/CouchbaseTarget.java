package io.gigafs.bench.virtualcache;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.ClusterOptions;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.codec.RawBinaryTranscoder;
import com.couchbase.client.java.kv.GetOptions;
import com.couchbase.client.java.kv.UpsertOptions;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A bucket of Couchbase through its Java client: {@code
 * couchbase://USER:PASSWORD@HOST[:PORT]/BUCKET}.
 */
final class CouchbaseTarget implements ComparedStore {
  private static final GetOptions GET =
      GetOptions.getOptions().transcoder(RawBinaryTranscoder.INSTANCE);

  private final Cluster cluster;
  private final Collection documents;

  CouchbaseTarget(URI bucket, int timeoutMillis) {
    String[] user = String.valueOf(bucket.getUserInfo()).split(":", 2);
    if (user.length < 2 || bucket.getPath().length() < 2) {
      throw new IllegalArgumentException(
          "the address of Couchbase is couchbase://USER:PASSWORD@HOST[:PORT]/BUCKET");
    }
    this.cluster =
        Cluster.connect(
            "couchbase://" + server(bucket),
            ClusterOptions.clusterOptions(user[0], user[1])
                .environment(
                    environment ->
                        environment.timeoutConfig(
                            timeouts -> timeouts.kvTimeout(Duration.ofMillis(timeoutMillis)))));
    this.documents = cluster.bucket(bucket.getPath().substring(1)).defaultCollection();
  }

  private static String server(URI bucket) {
    String documents =
        bucket.getHost() + (bucket.getPort() < 0 ? "" : ":" + bucket.getPort() + "=kv");
    String query = bucket.getQuery();
    return query == null
        ? documents
        : documents + "," + bucket.getHost() + ":" + query.replace("manager=", "") + "=manager";
  }

  @Override
  public Session session() {
    return new CouchbaseSession(documents);
  }

  @Override
  public void close() {
    cluster.disconnect();
  }

  private static final class CouchbaseSession extends ArraySession {
    private final Collection documents;

    CouchbaseSession(Collection documents) {
      super("Couchbase takes 20 MiB at most");
      this.documents = documents;
    }

    @Override
    void put(String name, byte[] value) {
      documents.upsert(
          name, value, UpsertOptions.upsertOptions().transcoder(RawBinaryTranscoder.INSTANCE));
    }

    @Override
    byte @Nullable [] get(String name) {
      try {
        return documents.get(name, GET).contentAsBytes();
      } catch (DocumentNotFoundException e) {
        return null;
      }
    }

    @Override
    public void remove(String name) {
      try {
        documents.remove(name);
      } catch (DocumentNotFoundException e) {
        // It did not exist.
      }
    }
  }
}
