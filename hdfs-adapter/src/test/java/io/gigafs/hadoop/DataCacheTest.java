package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.Awaiting;
import io.gigafs.client.DataCacheSettings;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.data.DataCacheStatistics;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests Hadoop programs with {@code fs.giga.cache.dir}. */
class DataCacheTest {
  private static final Path FILE = new Path("/data-cache/file");
  private static final int SIZE = (5 << 20) + 17;
  private static final int PIECE = 300_000;
  private static final long WAIT_NANOS = TimeUnit.MINUTES.toNanos(2);

  @TempDir private java.nio.file.Path directory;

  private Configuration caching() {
    Configuration conf = TestGiga.configuration();
    conf.set(GigaKeys.CACHE_DIRECTORY, directory.resolve("cache").toString());
    conf.setLong(GigaKeys.CACHE_SIZE, DataCacheSettings.MIN_BYTES);
    return conf;
  }

  private static byte[] write(FileSystem files, long seed) throws Exception {
    byte[] bytes = new byte[SIZE];
    new Random(seed).nextBytes(bytes);
    try (FSDataOutputStream out = files.create(FILE)) {
      out.write(bytes);
    }
    return bytes;
  }

  private static byte[] read(FileSystem files) throws Exception {
    byte[] bytes = new byte[SIZE];
    try (FSDataInputStream in = files.open(FILE)) {
      int done = 0;
      int got = 0;
      while (got >= 0 && done < SIZE) {
        got = in.read(bytes, done, Math.min(PIECE, SIZE - done));
        done += Math.max(0, got);
      }
      assertThat(done).isEqualTo(SIZE);
      assertThat(in.read()).isNegative();
    }
    return bytes;
  }

  private static long cachedBytes(GigaFileSystem files) throws Exception {
    try (OpenFile file = files.client().open(GigaPath.parse(FILE.toString()), OpenOptions.READ)) {
      return Awaiting.result(file.cachedBytes());
    }
  }

  /**
   * Reads until the whole file is cached. A file that another session may write to is not cached.
   */
  private static void readUntilCached(GigaFileSystem files, byte[] expected) throws Exception {
    long end = System.nanoTime() + WAIT_NANOS;
    do {
      assertThat(read(files)).isEqualTo(expected);
    } while (cachedBytes(files) < SIZE && System.nanoTime() - end < 0);
    assertThat(cachedBytes(files)).isEqualTo(SIZE);
  }

  private static DataCacheStatistics statistics(GigaFileSystem files) throws Exception {
    return files.client().statistics().cache();
  }

  private static void checkComesFromCache(GigaFileSystem files, byte[] expected) throws Exception {
    DataCacheStatistics before = statistics(files);
    assertThat(read(files)).isEqualTo(expected);
    DataCacheStatistics after = statistics(files);
    assertThat(after.hits()).isGreaterThan(before.hits());
    assertThat(after.cacheBytes() - before.cacheBytes()).isEqualTo(SIZE);
    assertThat(after.volumeBytes()).isEqualTo(before.volumeBytes());
  }

  @Test
  void secondReadAndNextProgramUseTheCache() throws Exception {
    try (FileSystem writer = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration())) {
      byte[] bytes = write(writer, 1);
      try (GigaFileSystem files =
          (GigaFileSystem) FileSystem.newInstance(TestGiga.ROOT, caching())) {
        readUntilCached(files, bytes);
        checkComesFromCache(files, bytes);
      }
      try (GigaFileSystem next =
          (GigaFileSystem) FileSystem.newInstance(TestGiga.ROOT, caching())) {
        checkComesFromCache(next, bytes);
        byte[] news = write(writer, 2);
        assertThat(read(next)).isEqualTo(news);
        readUntilCached(next, news);
        checkComesFromCache(next, news);
      }
    }
  }

  /** With {@code fs.giga.cache.writeback}, hsync waits for the volume and close for the journal. */
  @Test
  void writeBackIsVisibleAfterHsyncAndProgramEnd() throws Exception {
    Configuration writingBack = caching();
    writingBack.setBoolean(GigaKeys.CACHE_WRITEBACK, true);
    writingBack.setLong(GigaKeys.CACHE_WRITEBACK_SIZE, DataCacheSettings.MIN_WRITEBACK_BYTES);
    try (FileSystem other = FileSystem.newInstance(TestGiga.ROOT, TestGiga.configuration())) {
      byte[] news;
      try (GigaFileSystem files =
          (GigaFileSystem) FileSystem.newInstance(TestGiga.ROOT, writingBack)) {
        byte[] bytes = new byte[SIZE];
        new Random(3).nextBytes(bytes);
        try (FSDataOutputStream out = files.create(FILE)) {
          out.write(bytes);
          out.hsync();
          assertThat(files.client().statistics().writeBack().uploadedBytes()).isPositive();
          assertThat(read(other)).isEqualTo(bytes);
        }
        news = write(files, 4);
        assertThat(read(files)).isEqualTo(news);
      }
      assertThat(read(other)).isEqualTo(news);
    }
  }
}
