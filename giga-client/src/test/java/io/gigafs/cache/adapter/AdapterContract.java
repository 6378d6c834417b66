package io.gigafs.cache.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gigafs.cache.BlockKey;
import io.gigafs.cache.CacheKey;
import io.gigafs.cache.CacheStore;
import io.gigafs.cache.CacheStore.StoredBlock;
import io.gigafs.cache.CacheStoreContract;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Contract of every adapter, in addition to that of all stores. Most servers count bytes in their
 * own way, so only an adapter that overrides {@link #listsBlocks} must list blocks exactly.
 */
abstract class AdapterContract extends CacheStoreContract {
  private static final BlockKey KEY = new BlockKey(CacheKey.of("volume-1/object 17"), 3, 0);

  private final ByteBuffer into = ByteBuffer.allocateDirect(CacheStore.MAX_BLOCK_BYTES);

  private @Nullable AdaptedStore store;
  private @Nullable ForeignStore foreign;

  /** The URI of the store. */
  abstract URI uri() throws IOException;

  /** Opens the underlying store, which tests also use to inspect and damage its contents. */
  abstract ForeignStore openForeign(StoreAddress address) throws IOException;

  /** Whether the store can list its keys, and the lengths of its values. */
  boolean lists() {
    return true;
  }

  @Override
  protected final CacheStore openEmpty() throws IOException {
    ForeignStore opened = openForeign(StoreAddress.of(uri()));
    foreign = opened;
    AdaptedStore adapted = new AdaptedStore(opened);
    store = adapted;
    return adapted;
  }

  final CacheStore store() {
    return Objects.requireNonNull(store);
  }

  @Override
  protected boolean listsBlocks() {
    return false;
  }

  static ByteBuffer bytes(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  static int crc(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.duplicate());
    return (int) crc.getValue();
  }

  boolean put(BlockKey key, ByteBuffer bytes) throws IOException {
    return store().put(key, bytes, crc(bytes));
  }

  /** The whole block, or null. */
  @Nullable ByteBuffer get(BlockKey key) throws IOException {
    int count = store().get(key, 0, into.clear());
    return count == CacheStore.MISS ? null : ByteBuffer.allocate(count).put(into.flip()).flip();
  }

  @Test
  void largestBlockIsStoredAndLargerIsRefused() throws IOException {
    ByteBuffer largest = bytes(store().maxBlockBytes(), 1);
    assertThat(put(KEY, largest)).isTrue();
    assertThat(largest.equals(get(KEY))).isTrue();
    if (store().maxBlockBytes() < CacheStore.MAX_BLOCK_BYTES) {
      assertThat(put(KEY, bytes(store().maxBlockBytes() + 1, 2))).isFalse();
      assertThat(get(KEY)).isNull();
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> put(KEY, bytes(CacheStore.MAX_BLOCK_BYTES + 1, 3)));
  }

  @Test
  void keysGenerationsAndBlocksStayDistinct() throws IOException {
    List<CacheKey> keys =
        List.of(
            CacheKey.of("k"),
            CacheKey.of("k:1"),
            CacheKey.of("K"),
            CacheKey.of("ü %/?#"),
            CacheKey.of("x".repeat(CacheKey.MAX_BYTES)),
            CacheKey.of(new byte[] {0}),
            CacheKey.of(new byte[150]),
            CacheKey.of(new byte[CacheKey.MAX_BYTES]),
            CacheKey.of("\n".repeat(CacheKey.MAX_BYTES)));
    List<BlockKey> blocks = new ArrayList<>();
    for (CacheKey key : keys) {
      for (long generation : new long[] {0, 1, Long.MAX_VALUE, -1}) {
        for (int index : new int[] {BlockKey.HEAD, 0, 1, Integer.MAX_VALUE - 1}) {
          blocks.add(new BlockKey(key, generation, index));
        }
      }
    }
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(put(blocks.get(i), bytes(i, i))).isTrue();
    }
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(get(blocks.get(i))).as("%s", blocks.get(i)).isEqualTo(bytes(i, i));
    }
    List<StoredBlock> found = new ArrayList<>();
    store().scan(found::add);
    List<StoredBlock> expected = new ArrayList<>();
    for (int i = 0; lists() && i < blocks.size(); i++) {
      expected.add(new StoredBlock(blocks.get(i), i));
    }
    assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
  }

  @Test
  void damagedBlocksAreMissedAndRemoved() throws IOException {
    put(KEY, bytes(1000, 9));
    ForeignStore raw = Objects.requireNonNull(foreign);
    byte[] value = Objects.requireNonNull(raw.get(BlockName.of(KEY)));
    for (int at : new int[] {0, 2, 6, 8, 9, 500, value.length - 1}) {
      byte[] damaged = value.clone();
      damaged[at] ^= 1;
      raw.put(BlockName.of(KEY), damaged);
      assertThat(get(KEY)).as("byte %s", at).isNull();
      assertThat(store().contains(KEY)).isFalse();
    }
    for (int length : new int[] {1, 8, 9, 500, value.length - 1}) {
      raw.put(BlockName.of(KEY), Arrays.copyOf(value, length));
      assertThat(get(KEY)).as("length %s", length).isNull();
    }
    assertThat(store().usage().damaged()).isEqualTo(7 + 5);
  }
}
