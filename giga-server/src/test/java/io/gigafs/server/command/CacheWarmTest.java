package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.segment.SegmentSettings;
import io.gigafs.cache.segment.SegmentStore;
import io.gigafs.cli.TestShell;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.rpc.Clock;
import io.gigafs.server.TestCluster;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga cache warm --cache}: a cache directory that a client uses afterwards. */
class CacheWarmTest {
  private static final int SIZE = (3 << 20) + 5;
  private static final int SMALL = 100;

  @TempDir private Path directory;
  private TestCluster cluster;
  private Path cache;
  private byte[] bytes;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start(directory.resolve("cluster"), 2, 8, 100);
    cluster.addPosixVolume("volume");
    cache = directory.resolve("cache");
    bytes = new byte[SIZE];
    new Random(1).nextBytes(bytes);
    try (GigaClient client = cluster.client()) {
      client.makeDirectory(GigaPath.parse("/d"), 0755);
      client.makeDirectory(GigaPath.parse("/d/e"), 0755);
      write(client, "/d/a", SIZE);
      write(client, "/d/e/b", SIZE);
      write(client, "/d/small", SMALL);
      client.symlink("/other".getBytes(java.nio.charset.StandardCharsets.US_ASCII), path("/d/l"));
      write(client, "/other", SIZE);
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private void write(GigaClient client, String path, int size) throws Exception {
    try (OpenFile file =
        client.open(path(path), OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0644))) {
      file.write(0, ByteBuffer.wrap(bytes, 0, size)).join();
    }
  }

  private TestShell.Result giga(Object... arguments) {
    List<String> words = new ArrayList<>(List.of("cache", "warm"));
    Arrays.stream(arguments).map(String::valueOf).forEach(words::add);
    return new TestShell()
        .connectingBy(GigaClients::connect)
        .runWords(words.toArray(String[]::new));
  }

  private TestShell.Result warm(Object... arguments) {
    List<Object> all = new ArrayList<>(List.of("-c", address(), "--cache", cache));
    all.addAll(List.of("--cache-size", "64M"));
    all.addAll(Arrays.asList(arguments));
    return giga(all.toArray());
  }

  private String address() {
    return "giga://" + cluster.endpoints().get(0) + "/";
  }

  /** Reads a file with the cache; returns how many of its bytes came from the volume. */
  private long volumeBytesOfReading(String path) throws Exception {
    try (GigaClient client =
        cluster.client(
            settings ->
                settings.dataCache(DataCacheSettings.of(cache, DataCacheSettings.MIN_BYTES)))) {
      ByteBuffer into = ByteBuffer.allocate(SIZE);
      try (OpenFile file = client.open(path(path), OpenOptions.READ)) {
        assertThat(file.read(0, into).join()).isEqualTo(SIZE);
      }
      assertThat(into.array()).isEqualTo(bytes);
      return client.statistics().cache().volumeBytes();
    }
  }

  @Test
  void clientsReadWarmedFilesFromTheCache() throws Exception {
    TestShell.Result result = warm("--json", "/d");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(result.out())
        .contains("\"files\":3", "\"read_bytes\":" + (2L * SIZE + SMALL))
        .contains("\"cached_before_bytes\":0");
    assertThat(volumeBytesOfReading("/d/a")).isZero();
    assertThat(volumeBytesOfReading("/d/e/b")).isZero();
    assertThat(volumeBytesOfReading("/other")).isEqualTo(SIZE);
  }

  @Test
  void cachedFilesAreSkippedAndChangedOnesReadAgain() throws Exception {
    assertThat(warm("/d/a", "/d/e").exitCode()).isZero();
    assertThat(warm("--json", "/d/a", "/d/e").out())
        .contains("\"read_bytes\":0", "\"cached_before_bytes\":" + 2L * SIZE);
    bytes[7]++;
    try (GigaClient client = cluster.client()) {
      write(client, "/d/a", SIZE);
    }
    assertThat(warm("--json", "/d/a").out()).contains("\"read_bytes\":" + SIZE);
    assertThat(volumeBytesOfReading("/d/a")).isZero();
  }

  @Test
  void cacheDirectoryInUseIsRejectedWithItsHolder() throws Exception {
    try (SegmentStore store =
        SegmentStore.open(SegmentSettings.of(cache, DataCacheSettings.MIN_BYTES), Clock.system())) {
      TestShell.Result result = warm("/d");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err()).contains("is in use by this process", cache.toString());
      assertThat(store.usage().blocks()).isZero();
    }
    assertThat(warm("/d").exitCode()).isZero();
  }

  @Test
  void invalidArgumentsAreRejectedBeforeReading() throws Exception {
    assertThat(giga("--cache-size", "64M", directory).exitCode()).isEqualTo(2);
    assertThat(giga("-c", address(), directory).exitCode()).isEqualTo(2);
    assertThat(giga("-c", address(), "--cache", cache, "--cache-size", "1M", "/d").exitCode())
        .isEqualTo(2);
    assertThat(Files.exists(cache)).isFalse();
    assertThat(warm("d").exitCode()).isEqualTo(2);
    assertThat(warm("/nothing").err()).contains("/nothing");
    assertThat(warm("/d", "/nothing").exitCode()).isEqualTo(1);
  }
}
