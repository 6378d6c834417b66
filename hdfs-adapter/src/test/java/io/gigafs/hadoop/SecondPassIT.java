package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.data.DataCacheStatistics;
import io.gigafs.server.TestCluster;
import io.gigafs.volume.VolumeProvider;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Reads a file on a slow volume twice with {@code fs.giga.cache.dir}, and compares the rates with
 * reads without a cache and with Hadoop's local file system. All bytes are compared. Prints the
 * rates and their ratios.
 */
@EnabledIfSystemProperty(named = "giga.full", matches = "true")
class SecondPassIT {
  private static final int ROUNDS = 5;
  private static final int PIECE = 1 << 20;
  private static final int PIECES = 2 << 10;
  private static final int DIFFERENT = 8;

  @TempDir(cleanup = CleanupMode.ON_SUCCESS)
  java.nio.file.Path directory;

  private final byte[][] contents = new byte[DIFFERENT][PIECE];
  private final byte[] piece = new byte[PIECE];
  private final Map<String, List<Double>> ratios = new LinkedHashMap<>();

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES)
  void secondPassReadsFromTheCache() throws Exception {
    Random random = new Random(1);
    for (byte[] content : contents) {
      random.nextBytes(content);
    }
    ClassLoader usual = Thread.currentThread().getContextClassLoader();
    try (URLClassLoader slow = withSlowProvider(usual)) {
      Thread.currentThread().setContextClassLoader(slow);
      measure();
    } finally {
      Thread.currentThread().setContextClassLoader(usual);
    }
  }

  /**
   * Returns a class loader by which clients find the slow volume's provider. Other tests run this
   * class path on an older Java, which cannot load the provider.
   */
  private URLClassLoader withSlowProvider(ClassLoader usual) throws IOException {
    java.nio.file.Path services = directory.resolve("installed/META-INF/services");
    Files.createDirectories(services);
    Files.writeString(
        services.resolve(VolumeProvider.class.getName()), SlowVolumeProvider.class.getName());
    return new URLClassLoader(new URL[] {directory.resolve("installed").toUri().toURL()}, usual);
  }

  private void measure() throws Exception {
    Path file = new Path("/file");
    Path localFile = new Path(directory.resolve("local").toUri());
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 100);
        RawLocalFileSystem local = new RawLocalFileSystem()) {
      java.nio.file.Path volume = Files.createDirectory(directory.resolve("volume")).toRealPath();
      cluster.addVolume(SlowVolumeProvider.of(volume), new SlowVolumeProvider());
      URI uri = URI.create("giga://" + TestGiga.servers(cluster) + "/");
      local.initialize(URI.create("file:///"), new Configuration());
      try (FileSystem plain = FileSystem.newInstance(uri, new Configuration())) {
        write(plain, file);
        write(local, localFile);
        read(local, localFile);
        for (int round = 0; round < ROUNDS; round++) {
          round(uri, round, plain, file, local, localFile);
        }
      }
    }
    ratios.forEach(SecondPassIT::printMedian);
  }

  private void round(
      URI uri, int round, FileSystem plain, Path file, FileSystem local, Path localFile)
      throws Exception {
    Configuration conf = new Configuration();
    java.nio.file.Path cache = directory.resolve("cache" + round);
    conf.set(GigaKeys.CACHE_DIRECTORY, cache.toString());
    awaitDisk();
    double without = read(plain, file);
    try (GigaFileSystem cached = (GigaFileSystem) FileSystem.newInstance(uri, conf)) {
      double first = read(cached, file);
      double localRate = read(local, localFile);
      DataCacheStatistics before = cached.client().statistics().cache();
      double second = read(cached, file);
      DataCacheStatistics after = cached.client().statistics().cache();
      System.out.printf(
          Locale.ROOT,
          "round %d: without cache %.0f MB/s, first pass %.0f, local file %.0f, second pass %.0f"
              + " (%d hits, %d misses, %d past the cache)%n",
          round,
          without,
          first,
          localRate,
          second,
          after.hits() - before.hits(),
          after.misses() - before.misses(),
          after.bypassed() - before.bypassed());
      assertThat(after.cacheBytes()).isGreaterThan(before.cacheBytes());
      ratio("first pass, time to that without cache", without / first);
      ratio("second pass to local file", second / localRate);
    }
    assertThat(FileUtil.fullyDelete(cache.toFile())).isTrue();
  }

  /**
   * Writes of the previous round must neither keep the disk busy nor stay in memory in this one. A
   * virtual machine that gets memory from its host page by page is slow on first use.
   */
  private static void awaitDisk() throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("sync").inheritIO().start().waitFor()).isZero();
  }

  private void ratio(String what, double value) {
    ratios.computeIfAbsent(what, any -> new ArrayList<>()).add(value);
  }

  private static void printMedian(String what, List<Double> values) {
    List<Double> all = values.stream().sorted().toList();
    System.out.printf(Locale.ROOT, "%s: %.3f (median of %s)%n", what, all.get(all.size() / 2), all);
  }

  private void write(FileSystem files, Path file) throws Exception {
    try (FSDataOutputStream out = files.create(file)) {
      for (int i = 0; i < PIECES; i++) {
        out.write(contents[i % DIFFERENT]);
      }
    }
  }

  /** Reads and checks the file; returns MB/s. */
  private double read(FileSystem files, Path file) throws Exception {
    long begun = System.nanoTime();
    try (FSDataInputStream in = files.open(file)) {
      for (int i = 0; i < PIECES; i++) {
        in.readFully(piece);
        assertThat(Arrays.equals(piece, contents[i % DIFFERENT])).isTrue();
      }
    }
    return (double) PIECES * PIECE * 1e3 / (System.nanoTime() - begun);
  }
}
