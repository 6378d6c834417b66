package io.gigafs.cache;

import static io.gigafs.cache.TestBlocks.bytes;
import static io.gigafs.cache.TestBlocks.crc;
import static io.gigafs.cache.TestBlocks.get;
import static io.gigafs.cache.TestBlocks.key;
import static io.gigafs.cache.TestBlocks.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cache.CacheStore.StoreUsage;
import io.gigafs.cache.CacheStore.StoredBlock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Contract of every {@link CacheStore}. A store's test extends this class and opens an empty store
 * with room for 32 MiB, so that these tests evict nothing.
 */
public abstract class CacheStoreContract {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;

  private CacheStore store;

  /** Opens an empty store for one test, which closes it. */
  protected abstract CacheStore openEmpty() throws IOException;

  /** Whether the store can list its blocks and count them exactly. */
  protected boolean listsBlocks() {
    return true;
  }

  @BeforeEach
  void open() throws IOException {
    store = openEmpty();
  }

  @AfterEach
  void closeStore() throws IOException {
    store.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, KIB, 64 * KIB, 64 * KIB + 1, MIB, CacheStore.MAX_BLOCK_BYTES})
  void blockIsReadAsStored(int length) throws IOException {
    byte[] bytes = bytes(length, length);
    assertThat(put(store, key("a"), bytes)).isTrue();
    assertThat(get(store, key("a"))).isEqualTo(bytes);
    assertThat(store.contains(key("a"))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, KIB, 4 * KIB, 9 * KIB, 64 * KIB + 1, MIB, CacheStore.MAX_BLOCK_BYTES})
  void blockIsStoredAndReadInParts(int length) throws IOException {
    byte[] bytes = bytes(length, length);
    Random random = new Random(length);
    for (int i = 0; i < 10; i++) {
      int first = random.nextInt(Math.min(length, 8 * KIB) + 1);
      int second = random.nextInt(length - first + 1);
      CRC32C sum = new CRC32C();
      ByteBuffer[] parts = {
        ByteBuffer.wrap(bytes, 0, first),
        ByteBuffer.wrap(bytes, first, second),
        ByteBuffer.wrap(bytes, first + second, length - first - second)
      };
      assertThat(store.put(key("a"), parts, sum)).isTrue();
      assertThat((int) sum.getValue()).isEqualTo(crc(bytes));
      assertThat(parts[1].remaining()).isEqualTo(second);
      assertThat(get(store, key("a"))).isEqualTo(bytes);
      int room = random.nextInt(2 * length + 1);
      ByteBuffer[] into = {
        ByteBuffer.allocate(random.nextInt(100)), ByteBuffer.allocateDirect(room + 1).limit(room)
      };
      int count = Math.min(length, into[0].remaining() + room);
      assertThat(store.get(key("a"), into)).isEqualTo(count);
      byte[] read = new byte[count];
      int head = into[0].flip().remaining();
      into[0].get(read, 0, head);
      into[1].flip().get(read, head, count - head);
      assertThat(read).isEqualTo(Arrays.copyOf(bytes, count));
    }
    assertThat(store.get(key("none"), new ByteBuffer[] {ByteBuffer.allocate(1)}))
        .isEqualTo(CacheStore.MISS);
  }

  @ParameterizedTest
  @ValueSource(ints = {100, 3 * KIB, 200 * KIB, 3 * MIB})
  void partialReadFillsAnyBuffer(int length) throws IOException {
    byte[] bytes = bytes(1, length);
    put(store, key("a"), bytes);
    Random random = new Random(length);
    for (int i = 0; i < 40; i++) {
      int from = random.nextInt(length + 10);
      int space = random.nextInt(length);
      int start = random.nextInt(10);
      int capacity = start + space + 5;
      ByteBuffer into =
          random.nextBoolean()
              ? ByteBuffer.allocate(capacity)
              : ByteBuffer.allocateDirect(capacity);
      into.position(start).limit(start + space);
      int expected = Math.min(space, Math.max(0, length - from));
      assertThat(store.get(key("a"), from, into)).isEqualTo(expected);
      assertThat(into.position()).isEqualTo(start + expected);
      assertThat(into.limit()).isEqualTo(start + space);
      byte[] read = new byte[expected];
      into.get(start, read);
      byte[] wanted = new byte[expected];
      System.arraycopy(bytes, Math.min(from, length), wanted, 0, expected);
      assertThat(read).isEqualTo(wanted);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 100 * KIB, 2 * MIB})
  void putReadsOnlyBetweenPositionAndLimit(int length) throws IOException {
    byte[] bytes = bytes(2, length);
    for (ByteBuffer from : List.of(ByteBuffer.allocate(length + 8), direct(length + 8))) {
      from.put(3, bytes).position(3).limit(3 + length);
      store.put(key("a"), from, crc(bytes));
      assertThat(from.position()).isEqualTo(3);
      assertThat(from.limit()).isEqualTo(3 + length);
      from.clear();
      for (int i = 0; i < from.capacity(); i++) {
        from.put(i, (byte) 0);
      }
      assertThat(get(store, key("a"))).isEqualTo(bytes);
      assertThat(store.put(key("b"), ByteBuffer.wrap(bytes).asReadOnlyBuffer(), crc(bytes)))
          .isTrue();
      assertThat(get(store, key("b"))).isEqualTo(bytes);
    }
  }

  private static ByteBuffer direct(int length) {
    return ByteBuffer.allocateDirect(length);
  }

  @Test
  void absentBlockIsAMiss() throws IOException {
    ByteBuffer into = ByteBuffer.allocate(10).position(4);
    put(store, key("a", 1, 0), bytes(1, 10));
    for (BlockKey absent :
        List.of(key("b", 1, 0), key("a", 2, 0), key("a", 1, 1), key("a", 1, BlockKey.HEAD))) {
      assertThat(store.get(absent, 0, into)).isEqualTo(CacheStore.MISS);
      assertThat(store.contains(absent)).isFalse();
      store.remove(absent);
      store.setGeneration(absent, 9);
    }
    assertThat(into.position()).isEqualTo(4);
  }

  @Test
  void keysMayHaveAnyBytes() throws IOException {
    List<CacheKey> keys = new ArrayList<>();
    byte[] longest = new byte[CacheKey.MAX_BYTES];
    for (int i = 0; i < longest.length; i++) {
      longest[i] = (byte) i;
    }
    keys.add(CacheKey.of(longest));
    keys.add(CacheKey.of(new byte[] {0}));
    keys.add(CacheKey.of(new byte[] {0, 0}));
    keys.add(CacheKey.of(new byte[] {'\r', '\n', ' ', (byte) 0xFF}));
    keys.add(CacheKey.of("ö:/%"));
    for (int i = 0; i < keys.size(); i++) {
      assertThat(put(store, new BlockKey(keys.get(i), Long.MIN_VALUE, i), bytes(i, 100 + i)))
          .isTrue();
    }
    for (int i = 0; i < keys.size(); i++) {
      assertThat(get(store, new BlockKey(keys.get(i), Long.MIN_VALUE, i)))
          .isEqualTo(bytes(i, 100 + i));
    }
  }

  @Test
  void putReplacesABlock() throws IOException {
    put(store, key("a"), bytes(1, 1000));
    put(store, key("a"), bytes(2, 10));
    assertThat(get(store, key("a"))).isEqualTo(bytes(2, 10));
  }

  @Test
  void removeDeletesOneBlock() throws IOException {
    put(store, key("a", 1, 0), bytes(1, 10));
    put(store, key("a", 1, 1), bytes(2, 10));
    store.remove(key("a", 1, 0));
    assertThat(get(store, key("a", 1, 0))).isNull();
    assertThat(get(store, key("a", 1, 1))).isEqualTo(bytes(2, 10));
    assertThat(put(store, key("a", 1, 0), bytes(3, 10))).isTrue();
    assertThat(get(store, key("a", 1, 0))).isEqualTo(bytes(3, 10));
  }

  @Test
  void setGenerationRenamesABlock() throws IOException {
    put(store, key("a", 1, 0), bytes(1, 10));
    put(store, key("a", 2, 0), bytes(2, 20));
    store.setGeneration(key("a", 1, 0), 2);
    assertThat(get(store, key("a", 1, 0))).isNull();
    assertThat(get(store, key("a", 2, 0))).isEqualTo(bytes(1, 10));
    store.setGeneration(key("a", 2, 0), 2);
    assertThat(get(store, key("a", 2, 0))).isEqualTo(bytes(1, 10));
  }

  @Test
  void blockWithAWrongChecksumIsNotReturned() throws IOException {
    put(store, key("a"), bytes(1, 10));
    byte[] wrong = bytes(2, 10);
    boolean isRefused;
    try {
      isRefused = !store.put(key("a"), ByteBuffer.wrap(wrong), crc(wrong) + 1);
    } catch (IOException e) {
      isRefused = true;
    }
    assertThat(get(store, key("a"))).isNull();
    assertThat(isRefused || !store.contains(key("a"))).isTrue();
  }

  @Test
  void oversizedBlockIsRejected() {
    byte[] bytes = new byte[CacheStore.MAX_BLOCK_BYTES + 1];
    assertThatThrownBy(() -> put(store, key("a"), bytes))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void blocksAreListedAndCounted() throws IOException {
    if (!listsBlocks()) {
      return;
    }
    Map<BlockKey, Integer> expected = new HashMap<>();
    for (int i = 0; i < 50; i++) {
      put(store, key("v" + i % 7, i % 3, i), bytes(i, i));
      expected.put(key("v" + i % 7, i % 3, i), i);
    }
    store.remove(key("v0", 0, 0));
    expected.remove(key("v0", 0, 0));
    Map<BlockKey, Integer> found = new HashMap<>();
    List<StoredBlock> all = new ArrayList<>();
    store.scan(all::add);
    all.forEach(block -> found.put(block.key(), block.length()));
    assertThat(found).isEqualTo(expected);
    assertThat(all).hasSameSizeAs(expected.keySet());
    StoreUsage usage = store.usage();
    assertThat(usage.blocks()).isEqualTo(49);
    assertThat(usage.bytes()).isEqualTo(49 * 50 / 2);
    assertThat(usage.damaged()).isZero();
    assertThat(usage.evictions()).isZero();
  }

  @Test
  void concurrentUseReturnsWholeBlocks() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Callable<Void>> work = new ArrayList<>();
      for (int t = 0; t < 4; t++) {
        int seed = t;
        work.add(() -> useAtRandom(seed));
      }
      for (Future<Void> each : threads.invokeAll(work)) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The first byte of a block is the seed of the others, so any mixture is detected. */
  private Void useAtRandom(int seed) throws IOException {
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      BlockKey key = key("shared", 1, random.nextInt(5));
      switch (random.nextInt(4)) {
        case 0, 1 -> {
          byte[] bytes = bytes(random.nextInt(100), 1 + random.nextInt(100 * KIB));
          put(store, key, selfDescribing(bytes));
        }
        case 2 -> {
          byte[] read = get(store, key);
          if (read != null) {
            assertThat(read).isEqualTo(selfDescribing(read));
          }
        }
        default -> store.remove(key);
      }
    }
    return null;
  }

  /** Bytes that all derive from the first. */
  private static byte[] selfDescribing(byte[] bytes) {
    byte[] made = bytes(bytes[0], bytes.length);
    made[0] = bytes[0];
    return made;
  }

  @Test
  void saveLosesNoBlocks() throws IOException {
    put(store, key("a"), bytes(1, 10));
    store.save();
    assertThat(get(store, key("a"))).isEqualTo(bytes(1, 10));
  }

  @Test
  void closedStoreFails() throws IOException {
    put(store, key("a"), bytes(1, 10));
    store.close();
    assertThatThrownBy(() -> store.get(key("a"), 0, ByteBuffer.allocate(1)))
        .isInstanceOf(IOException.class);
    store.close();
  }
}
