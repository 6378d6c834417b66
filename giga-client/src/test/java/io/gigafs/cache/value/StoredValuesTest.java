package io.gigafs.cache.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.TestBlocks;
import io.gigafs.cache.memory.MemoryCacheStore;
import io.gigafs.rpc.LeakCheck;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests values in a store of this process. */
@ExtendWith(LeakCheck.class)
class StoredValuesTest extends ValueStoreContract {
  private final MemoryCacheStore store = new MemoryCacheStore(16 << 20);
  private final ValueBlocks blocks = new ValueBlocks(store);
  private final StoredValues values =
      new StoredValues(blocks, new ValueSettings(BLOCK), new Random(1), ForkJoinPool.commonPool());

  @AfterEach
  void close() throws IOException {
    values.close();
  }

  @Override
  protected ValueStore values() {
    return values;
  }

  @Override
  protected CacheStore store() {
    return store;
  }

  @Test
  void valuesAreSplitToTheBlockSizeOfTheStore() throws IOException {
    CacheStore small =
        (CacheStore)
            Proxy.newProxyInstance(
                CacheStore.class.getClassLoader(),
                new Class<?>[] {CacheStore.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("maxBlockBytes")) {
                    return BLOCK / 2;
                  }
                  if (method.getName().equals("put")) {
                    ByteBuffer[] parts = (ByteBuffer[]) arguments[1];
                    assertThat(Arrays.stream(parts).mapToInt(ByteBuffer::remaining).sum())
                        .isBetween(1, BLOCK / 2);
                  }
                  return method.invoke(store, arguments);
                });
    StoredValues cut =
        new StoredValues(
            new ValueBlocks(small), new ValueSettings(BLOCK), new Random(1), Runnable::run);
    byte[] bytes = TestBlocks.bytes(1, 3 * BLOCK);
    assertThat(cut.put(CacheKey.of("key"), ByteBuffer.wrap(bytes))).isTrue();
    assertThat(cut.get(CacheKey.of("key"))).isEqualTo(bytes);
  }

  @Test
  void sweepRemovesOrphanBlocks() throws IOException {
    CacheKey key = CacheKey.of("key");
    values.put(key, ByteBuffer.wrap(TestBlocks.bytes(1, 3 * BLOCK)));
    BlockKey orphan = new BlockKey(key, 99, 0);
    BlockKey other = new BlockKey(CacheKey.of("other"), 7, 2);
    TestBlocks.put(store, orphan, new byte[5]);
    TestBlocks.put(store, other, new byte[5]);
    ValueBlocks.ValueId begun = new ValueBlocks.ValueId(CacheKey.of("begun"), 3);
    blocks.begin(begun);
    blocks.writeBlock(begun, 0, ByteBuffer.allocate(2), TestBlocks.crc(new byte[2]));
    assertThat(blocks.sweep()).isEqualTo(2);
    assertThat(store.contains(orphan)).isFalse();
    assertThat(store.contains(other)).isFalse();
    assertThat(store.contains(begun.block(0))).isTrue();
    assertThat(values.get(key)).isEqualTo(TestBlocks.bytes(1, 3 * BLOCK));
  }

  @Test
  void replacedValuesLeaveNoBlocksAfterASweep() throws IOException {
    CacheKey key = CacheKey.of("key");
    values.put(key, ByteBuffer.wrap(TestBlocks.bytes(1, 3 * BLOCK)));
    blocks.sweep();
    values.put(key, ByteBuffer.wrap(new byte[1]));
    assertThat(store.usage().blocks()).isEqualTo(1);
    values.put(CacheKey.of("new"), ByteBuffer.wrap(TestBlocks.bytes(1, 3 * BLOCK)));
    values.put(CacheKey.of("new"), ByteBuffer.wrap(new byte[1]));
    assertThat(store.usage().blocks()).isEqualTo(2);
  }

  @Test
  void oversizedValueLeavesTheOldValueOrNone() throws IOException {
    try (MemoryCacheStore small = new MemoryCacheStore(8 * BLOCK);
        StoredValues few =
            new StoredValues(
                new ValueBlocks(small), new ValueSettings(BLOCK), new Random(1), Runnable::run)) {
      CacheKey key = CacheKey.of("key");
      few.put(key, ByteBuffer.wrap(TestBlocks.bytes(1, 100)));
      few.put(key, ByteBuffer.wrap(TestBlocks.bytes(2, 20 * BLOCK)));
      byte[] found = few.get(key);
      assertThat(found == null || found.length == 100).isTrue();
    }
  }
}
