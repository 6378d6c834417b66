package io.gigafs.cache.segment;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.CapturedLog;
import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests files whose bytes change under the store, as bad disks or machine failures cause it. */
class DamagedSegmentStoreTest {
  private static final int KIB = 1 << 10;
  private static final int BLOCKS = 60;
  private static final int SEEDS = 60;
  private static final long SPREAD = 0x9E3779B97F4A7C15L;
  private static final int FULL_SEEDS = 1000;

  @TempDir private Path directory;

  static IntStream seeds() {
    return IntStream.range(0, Boolean.getBoolean("giga.full") ? FULL_SEEDS : SEEDS);
  }

  private SegmentSettings settings() {
    return new SegmentSettings(
        directory.resolve("store"), 2048 * KIB, 128 * KIB, SegmentSettings.DEFAULT_INDEX_BYTES);
  }

  private SegmentStore open() throws IOException {
    return SegmentStore.open(settings(), Clock.system());
  }

  private static int length(int block) {
    return 1 + (block % 10 == 0 ? 33 * KIB : block * 37 % (3 * KIB));
  }

  /** Writes every block twice, so that an index that lost its end refers to old bytes. */
  private void fill() throws IOException {
    try (SegmentStore store = open()) {
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < BLOCKS; i++) {
          put(store, key("v", 1, i), bytes(round * BLOCKS + i, length(i)));
        }
      }
    }
  }

  private static boolean isRight(int block, byte[] read) {
    return Arrays.equals(read, bytes(BLOCKS + block, length(block)));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void damagedBytesAreNeverReturned(int seed) throws IOException {
    fill();
    Random random = new Random(seed * SPREAD);
    boolean isEndLost = damage(random);
    for (int i = 0; i < 2; i++) {
      try (SegmentStore store = open()) {
        check(store, random, isEndLost);
        put(store, key("new"), bytes(seed, 100));
        assertThat(get(store, key("new"))).isEqualTo(bytes(seed, 100));
      }
    }
  }

  /** Damages a file. Returns whether the log may have lost its end, as after a machine failure. */
  private boolean damage(Random random) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory.resolve("store"), "*")) {
      for (Path file : all) {
        String name = file.getFileName().toString();
        if (name.startsWith("segment-") || name.equals(IndexLog.FILE)) {
          files.add(file);
        }
      }
    }
    files.sort(null);
    Path file = files.get(random.nextInt(files.size()));
    int size = (int) Files.size(file);
    int kind = random.nextInt(4);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      int at = random.nextInt(random.nextInt(10) == 0 ? Math.min(size, 64) : size);
      switch (kind) {
        case 0 -> channel.truncate(at);
        case 1 -> channel.write(ByteBuffer.allocate(Math.min(4096, size - at)), at);
        case 2 -> channel.write(ByteBuffer.wrap(bytes(at, Math.min(512, size - at))), at);
        default -> {
          byte old = Files.readAllBytes(file)[at];
          byte flipped = (byte) (old ^ 1 << random.nextInt(8));
          channel.write(ByteBuffer.wrap(new byte[] {flipped}), at);
        }
      }
    }
    return kind < 2 && file.endsWith(IndexLog.FILE);
  }

  private static void check(SegmentStore store, Random random, boolean isEndLost)
      throws IOException {
    for (int i = 0; i < BLOCKS; i++) {
      BlockKey key = key("v", 1, i);
      if (random.nextBoolean()) {
        ByteBuffer part = ByteBuffer.allocate(1 + random.nextInt(100));
        int from = random.nextInt(length(i));
        int count = store.get(key, from, part);
        if (count != CacheStore.MISS && !isEndLost) {
          byte[] whole = bytes(BLOCKS + i, length(i));
          assertThat(part.flip()).isEqualTo(ByteBuffer.wrap(whole, from, count));
        }
      }
      byte[] read = get(store, key);
      if (read != null) {
        boolean isOld = Arrays.equals(read, bytes(i, length(i)));
        assertThat(isRight(i, read) || (isOld && isEndLost)).as("block %s", i).isTrue();
      }
    }
  }

  @Test
  void damagedBlockIsRemovedAndCounted() throws IOException {
    try (SegmentStore store = open()) {
      put(store, key("a"), bytes(1, 1000));
      put(store, key("b"), bytes(2, 1000));
    }
    Path segment = directory.resolve("store").resolve("segment-000000");
    try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.allocate(1), SegmentHeader.BYTES + 100);
    }
    try (CapturedLog log = CapturedLog.of(SegmentStore.class);
        SegmentStore store = open()) {
      assertThat(store.contains(key("a"))).isTrue();
      assertThat(store.pin(key("a"))).isNull();
      assertThat(store.contains(key("a"))).isFalse();
      assertThat(get(store, key("b"))).isEqualTo(bytes(2, 1000));
      assertThat(store.usage().damaged()).isOne();
      assertThat(log.events()).hasSize(1);
      assertThat(log.events().get(0).getFormattedMessage()).contains("BlockKey[key=a");
    }
    try (SegmentStore store = open()) {
      assertThat(store.usage().blocks()).isOne();
    }
  }

  @Test
  void indexSurvivesATruncatedLastFrame() throws IOException {
    try (SegmentStore store = open()) {
      put(store, key("a"), bytes(1, 1000));
      store.save();
      put(store, key("b"), bytes(2, 1000));
    }
    Path index = directory.resolve("store").resolve(IndexLog.FILE);
    try (FileChannel channel = FileChannel.open(index, StandardOpenOption.WRITE)) {
      channel.truncate(channel.size() - 1);
    }
    try (SegmentStore store = open()) {
      assertThat(get(store, key("a"))).isEqualTo(bytes(1, 1000));
      assertThat(get(store, key("b"))).isNull();
      put(store, key("c"), bytes(3, 1000));
    }
    try (SegmentStore store = open()) {
      assertThat(get(store, key("a"))).isEqualTo(bytes(1, 1000));
      assertThat(get(store, key("c"))).isEqualTo(bytes(3, 1000));
    }
  }
}
