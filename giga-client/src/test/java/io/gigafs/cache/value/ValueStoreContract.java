package io.gigafs.cache.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoredBlock;
import io.gigafs.cache.TestBlocks;
import io.gigafs.cache.value.ValueInput.ValueEvictedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract of every {@link ValueStore}. */
public abstract class ValueStoreContract {
  /** The block size of the values. */
  protected static final int BLOCK = 4 << 10;

  private static final CacheKey KEY = CacheKey.of("key");

  /** The value store under test. */
  protected abstract ValueStore values();

  /** The store that holds the blocks of the values. */
  protected abstract CacheStore store();

  private static byte[] bytes(int length) {
    return TestBlocks.bytes(length, length);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 100, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 7, 1 << 20})
  void getReturnsTheStoredValue(int length) throws IOException {
    byte[] bytes = bytes(length);
    assertThat(values().put(KEY, ByteBuffer.wrap(bytes))).isTrue();
    assertThat(values().get(KEY)).isEqualTo(bytes);
    ByteBuffer into = ByteBuffer.allocateDirect(length + 3).position(2);
    assertThat(values().get(KEY, into)).isEqualTo(length);
    assertThat(into.position()).isEqualTo(2 + length);
    byte[] read = new byte[length];
    into.get(2, read);
    assertThat(read).isEqualTo(bytes);
    assertThat(readAll(KEY)).isEqualTo(bytes);
  }

  private byte[] readAll(CacheKey key) throws IOException {
    try (ValueInput input = opened(values(), key)) {
      byte[] bytes = input.readAllBytes();
      assertThat(input.length()).isEqualTo(bytes.length);
      assertThat(input.position()).isEqualTo(bytes.length);
      return bytes;
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 7 * BLOCK + 1})
  void valueIsWrittenInPieces(int length) throws IOException {
    byte[] bytes = bytes(length);
    SplittableRandom random = new SplittableRandom(length);
    try (ValueOutput output = values().create(KEY)) {
      for (int at = 0; at < length; ) {
        int count = Math.min(length - at, 1 + random.nextInt(2 * BLOCK));
        output.write(bytes, at, count);
        at += count;
      }
      assertThat(values().get(KEY)).isNull();
      assertThat(output.commit()).isTrue();
    }
    assertThat(values().get(KEY)).isEqualTo(bytes);
  }

  @Test
  void valueIsStoredFromSeveralBuffers() throws IOException {
    byte[] bytes = bytes(3 * BLOCK + 5);
    ByteBuffer first = ByteBuffer.wrap(bytes, 0, 10);
    ByteBuffer second = ByteBuffer.wrap(bytes, 10, 2 * BLOCK);
    ByteBuffer third = ByteBuffer.wrap(bytes, 2 * BLOCK + 10, BLOCK - 5);
    assertThat(values().put(KEY, first, second, third)).isTrue();
    assertThat(values().get(KEY)).isEqualTo(bytes);
    assertThat(first.position()).isZero();
    assertThat(values().put(KEY, ByteBuffer.wrap(bytes, 0, 3), ByteBuffer.wrap(bytes, 3, 4)))
        .isTrue();
    assertThat(values().get(KEY)).isEqualTo(Arrays.copyOf(bytes, 7));
  }

  @Test
  void absentValueIsAMiss() throws IOException {
    assertThat(values().get(KEY)).isNull();
    assertThat(values().get(KEY, ByteBuffer.allocate(9))).isEqualTo(ValueStore.MISS);
    assertThat(values().open(KEY)).isNull();
    assertThat(values().remove(KEY)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, BLOCK, 3 * BLOCK + 1})
  void getReportsTheLengthIfTheBufferIsTooSmall(int length) throws IOException {
    values().put(KEY, ByteBuffer.wrap(bytes(length)));
    ByteBuffer into = ByteBuffer.allocate(length - 1);
    assertThat(values().get(KEY, into)).isEqualTo(length);
    assertThat(into.position()).isZero();
    assertThat(values().get(KEY)).isEqualTo(bytes(length));
  }

  @Test
  void putReplacesAValueAndItsBlocks() throws IOException {
    for (int length : new int[] {10, 3 * BLOCK, 9 * BLOCK + 1, 0, 2 * BLOCK, BLOCK}) {
      assertThat(values().put(KEY, ByteBuffer.wrap(bytes(length)))).isTrue();
      assertThat(values().get(KEY)).isEqualTo(bytes(length));
    }
    assertThat(blocks()).hasSize(1);
    assertThat(values().put(KEY, ByteBuffer.wrap(bytes(4 * BLOCK)))).isTrue();
    assertThat(values().remove(KEY)).isTrue();
    assertThat(values().get(KEY)).isNull();
    assertThat(blocks()).isEmpty();
  }

  private List<StoredBlock> blocks() throws IOException {
    List<StoredBlock> blocks = new ArrayList<>();
    store().scan(blocks::add);
    return blocks;
  }

  @Test
  void uncommittedValueIsDiscarded() throws IOException {
    values().put(KEY, ByteBuffer.wrap(bytes(10)));
    try (ValueOutput output = values().create(KEY)) {
      output.write(bytes(6 * BLOCK));
    }
    assertThat(values().get(KEY)).isEqualTo(bytes(10));
    assertThat(blocks()).hasSize(1);
  }

  @Test
  void openStreamReadsAReplacedValueToItsEnd() throws IOException {
    byte[] old = bytes(6 * BLOCK + 5);
    values().put(KEY, ByteBuffer.wrap(old));
    try (ValueInput input = opened(values(), KEY)) {
      byte[] begin = input.readNBytes(10);
      values().put(KEY, ByteBuffer.wrap(bytes(8 * BLOCK)));
      assertThat(values().get(KEY)).isEqualTo(bytes(8 * BLOCK));
      byte[] rest = input.readAllBytes();
      assertThat(begin).isEqualTo(Arrays.copyOf(old, 10));
      assertThat(rest).isEqualTo(Arrays.copyOfRange(old, 10, old.length));
    }
    assertThat(values().remove(KEY)).isTrue();
    assertThat(blocks()).isEmpty();
  }

  @Test
  void streamReportsEvictionDuringARead() throws IOException {
    values().put(KEY, ByteBuffer.wrap(bytes(100 * BLOCK)));
    try (ValueInput input = opened(values(), KEY)) {
      for (StoredBlock block : blocks()) {
        if (block.key().index() == 60) {
          store().remove(block.key());
        }
      }
      assertThatThrownBy(input::readAllBytes)
          .isInstanceOf(ValueEvictedException.class)
          .hasMessageContaining("the value key was evicted");
    }
    assertThat(values().get(KEY)).isNull();
    assertThat(blocks()).isEmpty();
  }

  @Test
  void valueWithAnEvictedBlockIsAMiss() throws IOException {
    values().put(KEY, ByteBuffer.wrap(bytes(9 * BLOCK)));
    for (StoredBlock block : blocks()) {
      if (block.key().index() == 4) {
        store().remove(block.key());
      }
    }
    assertThat(values().get(KEY)).isNull();
    assertThat(values().get(KEY, ByteBuffer.allocate(20 * BLOCK))).isEqualTo(ValueStore.MISS);
    assertThat(blocks()).isEmpty();
  }

  @Test
  void asyncCallsMatchBlockingCalls() {
    ByteBuffer into = ByteBuffer.allocate(3 * BLOCK);
    assertThat(values().putAsync(KEY, ByteBuffer.wrap(bytes(2 * BLOCK))).join()).isTrue();
    assertThat(values().getAsync(KEY, into).join()).isEqualTo(2 * BLOCK);
    assertThat(Arrays.copyOf(into.array(), 2 * BLOCK)).isEqualTo(bytes(2 * BLOCK));
    assertThat(values().removeAsync(KEY).join()).isTrue();
  }

  /** Threads put, read and remove few keys concurrently; each value read is whole and was put. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void concurrentUseNeverMixesValues(long seed) throws Exception {
    Map<Long, Boolean> put = new ConcurrentHashMap<>();
    AtomicLong numbers = new AtomicLong(seed << 32);
    ExecutorService threads = Executors.newFixedThreadPool(6);
    try {
      List<Future<Integer>> running = new ArrayList<>();
      for (int i = 0; i < 6; i++) {
        long own = seed * 100 + i;
        running.add(threads.submit(() -> change(own, numbers, put)));
      }
      int read = 0;
      for (Future<Integer> each : running) {
        read += each.get(120, TimeUnit.SECONDS);
      }
      assertThat(read).as("values that were read, seed %s", seed).isPositive();
    } finally {
      threads.shutdownNow();
    }
  }

  private int change(long seed, AtomicLong numbers, Map<Long, Boolean> put) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    int read = 0;
    for (int i = 0; i < 300; i++) {
      CacheKey key = CacheKey.of("k" + random.nextInt(3));
      int step = random.nextInt(10);
      if (step < 4) {
        long number = numbers.incrementAndGet();
        put.put(number, true);
        byte[] value = TestValues.of(number, 12 + random.nextInt(4 * BLOCK));
        values().put(key, ByteBuffer.wrap(value));
      } else if (step == 4) {
        values().remove(key);
      } else {
        byte[] found = step < 8 ? values().get(key) : stream(key);
        if (found != null) {
          read++;
          assertThat(TestValues.isWhole(found)).as("whole, seed %s", seed).isTrue();
          assertThat(put).containsKey(TestValues.seed(found));
        }
      }
    }
    return read;
  }

  /** Opens an existing value as a stream. */
  public static ValueInput opened(ValueStore values, CacheKey key) throws IOException {
    return Objects.requireNonNull(values.open(key));
  }

  private byte @Nullable [] stream(CacheKey key) throws IOException {
    try (ValueInput input = values().open(key)) {
      return input == null ? null : input.readAllBytes();
    } catch (ValueEvictedException e) {
      return null;
    }
  }
}
