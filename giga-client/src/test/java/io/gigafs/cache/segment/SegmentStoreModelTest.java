package io.gigafs.cache.segment;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.crc;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.PinnedBlocks.PinnedBlock;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.rpc.Clock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares random calls on a store that keeps recycling its segments with a store in memory that
 * evicts nothing. A copy of the directory, made between calls or within a write, stands for a kill:
 * a copy has no damaged block, and each of its blocks equals that of the model.
 */
class SegmentStoreModelTest {
  private static final int KIB = 1 << 10;
  private static final int CALLS = 600;
  private static final int FULL_SEEDS = 200;
  private static final int SEEDS = 6;
  private static final long MODEL_BYTES = 1L << 30;

  @TempDir private Path directory;

  static IntStream seeds() {
    return IntStream.range(0, Boolean.getBoolean("giga.full") ? FULL_SEEDS : SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void storeReturnsModelBlocksOrMisses(int seed) throws IOException {
    try (Run run = new Run(seed)) {
      for (int i = 0; i < CALLS; i++) {
        run.step();
      }
    }
  }

  /** The calls of one seed. */
  private final class Run implements AutoCloseable {
    private final Random random;
    private final CacheStore model = new MemoryCacheStore(MODEL_BYTES);
    private final Path path = directory.resolve("store");
    private final Path copy = directory.resolve("copy");
    private final SegmentSettings settings;
    private SegmentStore store;
    private int made;

    /** The values of a call's keys before the call; copies made during the call may have these. */
    private final Map<BlockKey, byte @Nullable []> before = new HashMap<>();

    private int writesUntilCopy = Integer.MAX_VALUE;

    Run(int seed) throws IOException {
      random = new Random(seed);
      int segment = (52 + random.nextInt(48)) * KIB;
      settings =
          new SegmentSettings(
              path,
              (long) segment * (4 + random.nextInt(6)),
              segment,
              SegmentSettings.INDEX_BYTES_PER_BLOCK * (random.nextBoolean() ? 60L : 100_000L));
      store = open();
    }

    private SegmentStore open() throws IOException {
      return SegmentStore.open(
          settings,
          Clock.system(),
          (file, options) -> new CopyingChannel(FileChannel.open(file, options)));
    }

    /** Copies the directory in the middle of a write. */
    private final class CopyingChannel extends ForwardingFileChannel {
      CopyingChannel(FileChannel file) {
        super(file);
      }

      @Override
      public int write(ByteBuffer from, long position) throws IOException {
        if (--writesUntilCopy != 0) {
          return super.write(from, position);
        }
        int limit = from.limit();
        from.limit(from.position() + random.nextInt(from.remaining() + 1));
        int count = super.write(from, position);
        from.limit(limit);
        kill();
        return count;
      }
    }

    void step() throws IOException {
      BlockKey key = randomKey();
      if (random.nextInt(10) == 0) {
        writesUntilCopy = 1 + random.nextInt(6);
      }
      switch (random.nextInt(20)) {
        case 0, 1, 2, 3, 4, 5, 6, 7 -> put(key);
        case 8, 9, 10, 11 -> read(key);
        case 12, 13 -> pin(key);
        case 14 -> remove(key);
        case 15 -> setGeneration(key, 1 + random.nextInt(3));
        case 16 -> readHot();
        case 17 -> kill();
        case 18 -> saveAndKill();
        default -> reopen();
      }
      before.clear();
    }

    private BlockKey randomKey() {
      return key("v" + random.nextInt(3), 1 + random.nextInt(3), random.nextInt(12) - 1);
    }

    private void put(BlockKey key) throws IOException {
      int length = randomLength();
      byte[] bytes = bytes(++made, length);
      before.clear();
      change(key);
      model.put(key, ByteBuffer.wrap(bytes), crc(bytes));
      if (!store.put(key, ByteBuffer.wrap(bytes), crc(bytes))) {
        assertThat(store.contains(key)).isFalse();
        model.remove(key);
      }
    }

    /** Large blocks have few sizes, so that they reuse each other's space. */
    private int randomLength() {
      return switch (random.nextInt(8)) {
        case 0 -> random.nextInt(45 * KIB);
        case 1, 2 -> (32 + random.nextInt(2)) * KIB;
        default -> random.nextInt(2 * KIB);
      };
    }

    private void change(BlockKey key) throws IOException {
      before.put(key, get(model, key));
    }

    private void read(BlockKey key) throws IOException {
      byte[] expected = get(model, key);
      int from = expected == null ? 0 : random.nextInt(expected.length + 1);
      ByteBuffer into = ByteBuffer.allocateDirect(random.nextInt(4 * KIB));
      int count = store.get(key, from, into);
      if (count != CacheStore.MISS) {
        ByteBuffer wanted = ByteBuffer.allocate(into.capacity());
        assertThat(count).isEqualTo(model.get(key, from, wanted));
        assertThat(into.flip()).isEqualTo(wanted.flip());
      }
    }

    private void pin(BlockKey key) throws IOException {
      try (PinnedBlock pinned = store.pin(key)) {
        if (pinned == null) {
          return;
        }
        byte[] expected = get(model, key);
        for (int i = random.nextInt(20); i > 0; i--) {
          put(randomKey());
        }
        ByteBuffer read = ByteBuffer.allocate(pinned.length());
        while (read.hasRemaining()) {
          pinned.channel().read(read, pinned.position() + read.position());
        }
        assertThat(read.array()).isEqualTo(expected);
      }
    }

    private void remove(BlockKey key) throws IOException {
      change(key);
      model.remove(key);
      store.remove(key);
      assertThat(store.contains(key)).isFalse();
    }

    /** Changes the model only if the store still has the block. */
    private void setGeneration(BlockKey key, long generation) throws IOException {
      BlockKey renamed = new BlockKey(key.key(), generation, key.index());
      change(key);
      change(renamed);
      if (store.contains(key)) {
        model.setGeneration(key, generation);
      }
      store.setGeneration(key, generation);
    }

    /** Reads blocks repeatedly, so that the store reinserts some of them. */
    private void readHot() throws IOException {
      for (int i = 0; i < 12; i++) {
        for (int pass = 0; pass < 2; pass++) {
          BlockKey key = key("v0", 1, i);
          byte[] read = get(store, key);
          if (read != null) {
            assertThat(read).isEqualTo(get(model, key));
          }
        }
      }
    }

    private void reopen() throws IOException {
      Set<BlockKey> had = blocks(store);
      store.close();
      store = open();
      assertThat(blocks(store)).isEqualTo(had);
      checkAll(store);
    }

    private void kill() throws IOException {
      StoreCopies.copy(path, copy);
      checkCopy();
    }

    private void saveAndKill() throws IOException {
      store.save();
      StoreCopies.copy(path, copy);
      try (SegmentStore killed = openCopy()) {
        assertThat(blocks(killed)).isEqualTo(blocks(store));
      }
    }

    private void checkCopy() throws IOException {
      try (SegmentStore killed = openCopy()) {
        checkAll(killed);
      }
      try (SegmentStore again = openCopy()) {
        checkAll(again);
      }
    }

    private SegmentStore openCopy() throws IOException {
      return SegmentStore.open(
          new SegmentSettings(
              copy, settings.capacityBytes(), settings.segmentBytes(), settings.indexBytes()),
          Clock.system());
    }

    private void checkAll(SegmentStore checked) throws IOException {
      for (BlockKey key : blocks(checked)) {
        byte[] read = get(checked, key);
        byte[] expected = get(model, key);
        boolean isOld = before.containsKey(key) && Arrays.equals(read, before.get(key));
        assertThat(isOld || Arrays.equals(read, expected)).as("%s is right", key).isTrue();
      }
      assertThat(checked.usage().damaged()).isZero();
    }

    private Set<BlockKey> blocks(CacheStore from) throws IOException {
      Set<BlockKey> keys = new HashSet<>();
      from.scan(block -> keys.add(block.key()));
      return keys;
    }

    @Override
    public void close() throws IOException {
      store.close();
      checkLast();
      StoreCopies.delete(path);
      StoreCopies.delete(copy);
    }

    private void checkLast() throws IOException {
      StoreCopies.copy(path, copy);
      checkCopy();
    }
  }
}
