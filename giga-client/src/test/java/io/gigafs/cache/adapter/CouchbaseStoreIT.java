package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThatIOException;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import com.couchbase.mock.Bucket.BucketType;
import com.couchbase.mock.BucketConfiguration;
import com.couchbase.mock.CouchbaseMock;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/**
 * Runs the real client against CouchbaseMock, which implements the bucket protocol and checks
 * passwords; the user of a bucket has the bucket's name. No package registry has Couchbase itself.
 */
class CouchbaseStoreIT extends AdapterContract {
  private static final String BUCKET = "giga";
  private static final int ATTEMPTS = 12;

  static {
    ((Logger) LoggerFactory.getLogger("com.couchbase")).setLevel(Level.ERROR);
  }

  private @Nullable CouchbaseMock mock;

  @Override
  URI uri() throws IOException {
    BucketConfiguration bucket = new BucketConfiguration();
    bucket.name = BUCKET;
    bucket.password = "secret";
    bucket.type = BucketType.COUCHBASE;
    bucket.numNodes = 1;
    bucket.numReplicas = 0;
    bucket.numVBuckets = 64;
    CouchbaseMock started = new CouchbaseMock(0, List.of(bucket));
    mock = started;
    started.start();
    try {
      started.waitForStartup();
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return uri(started, "secret", 10_000);
  }

  private static URI uri(CouchbaseMock mock, String password, int timeoutMillis) {
    return URI.create(
        String.format(
            "couchbase://%s:%s@127.0.0.1:%s/%s?manager=%s&timeout=%s",
            BUCKET,
            password,
            mock.getCarrierPort(BUCKET),
            BUCKET,
            mock.getHttpPort(),
            timeoutMillis));
  }

  /** The mock sometimes loses a client's first requests, so a client without an answer retries. */
  @Override
  ForeignStore openForeign(StoreAddress address) throws IOException {
    for (int attempt = 1; attempt < ATTEMPTS; attempt++) {
      try {
        return CouchbaseStore.open(address);
      } catch (IOException e) {
        LoggerFactory.getLogger(CouchbaseStoreIT.class).info("no answer", e);
      }
    }
    return CouchbaseStore.open(address);
  }

  @Override
  boolean lists() {
    return false;
  }

  private CouchbaseMock mock() {
    return Objects.requireNonNull(mock);
  }

  @AfterEach
  void stop() {
    if (mock != null) {
      mock.stop();
    }
  }

  @Test
  void wrongPasswordIsRefused() {
    assertThatIOException()
        .isThrownBy(() -> CacheStores.open(uri(mock(), "wrong", 3000)))
        .withMessageContaining("couchbase://127.0.0.1:")
        .withMessageNotContaining("wrong");
  }

  @Test
  void failsWhenTheServerIsGone() throws IOException {
    URI uri = uri(mock(), "secret", 3000);
    mock().stop();
    assertThatIOException().isThrownBy(() -> CacheStores.open(uri));
  }
}
