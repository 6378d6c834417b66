package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the URIs of stores, and the errors if a client library is missing. */
class CacheStoresTest {
  @ParameterizedTest
  @CsvSource({
    "redis://127.0.0.1:1, redis.clients:jedis",
    "memcached://127.0.0.1:1, net.spy:spymemcached",
    "leveldb:/tmp/none, org.fusesource.leveldbjni:leveldbjni-all",
    "couchbase://u:p@127.0.0.1:1/b, com.couchbase.client:java-client",
    "opensearch+http://127.0.0.1:1/i, org.opensearch.client:opensearch-java"
  })
  void errorNamesTheMissingJar(URI uri, String artifact) throws Exception {
    // Load only the classes of Giga and of the logging interface, without the clients.
    URL[] own =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> entry.contains("classes") || entry.contains("slf4j"))
            .map(CacheStoresTest::url)
            .toArray(URL[]::new);
    try (URLClassLoader loader = new URLClassLoader(own, ClassLoader.getPlatformClassLoader())) {
      Class<?> stores = loader.loadClass(CacheStores.class.getName());
      var open = stores.getMethod("open", URI.class);
      assertThatIOException()
          .isThrownBy(
              () -> {
                try {
                  open.invoke(null, uri);
                } catch (ReflectiveOperationException e) {
                  throw e.getCause();
                }
              })
          .withMessageContaining("put " + artifact + " and its dependencies on the class path")
          .withMessageNotContaining(":p@");
    }
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new AssertionError(e);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1/",
        "nothing",
        "redis:/nowhere",
        "redis://127.0.0.1/first",
        "redis://127.0.0.1/?timeout=0",
        "redis://127.0.0.1/?timeout=x",
        "redis://127.0.0.1/?time=1",
        "leveldb:relative",
        "couchbase://127.0.0.1/bucket",
        "opensearch+http://127.0.0.1:1"
      })
  void invalidUrisAreRefused(URI uri) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CacheStores.open(uri))
        .withMessageContaining(uri.toString());
  }

  @Test
  void errorsHidePasswords() throws IOException {
    URI uri = URI.create("redis://user:secret@127.0.0.1:1");
    assertThat(StoreAddress.of(uri).password()).isEqualTo("secret");
    assertThatIOException()
        .isThrownBy(() -> CacheStores.open(uri))
        .withMessageContaining("redis://127.0.0.1:1")
        .withMessageNotContaining("secret");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> CacheStores.open(URI.create("none://user:secret@127.0.0.1")))
        .withMessageNotContaining("secret");
  }
}
