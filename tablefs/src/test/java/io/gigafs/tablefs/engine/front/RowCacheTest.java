package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the native table of the row cache: growth, eviction, clear and close. */
final class RowCacheTest {
  private static final int ROWS = 200_000;

  private final byte[] buffer = new byte[100];

  @AfterEach
  void nothingIsLeft() {
    assertThat(NativeTable.openBytes()).isZero();
  }

  private static byte[] key(int number) {
    return "directory and position %d".formatted(number).getBytes(StandardCharsets.UTF_8);
  }

  private static long hash(byte[] key) {
    return RowCache.hash(key, 0, key.length);
  }

  private static void fill(RowCache cache, int number) {
    byte[] key = key(number);
    byte[] value = String.valueOf(number).getBytes(StandardCharsets.UTF_8);
    long hash = hash(key);
    cache.fill(hash, key, value, value.length, cache.stamp(hash), cache.newNumber());
  }

  /** Returns the number that a row holds, or -1 if the row is not in the cache. */
  private int find(RowCache cache, int number) {
    byte[] key = key(number);
    int length = cache.get(hash(key), key, buffer);
    return length == RowCache.UNKNOWN
        ? -1
        : Integer.parseInt(new String(buffer, 0, length, StandardCharsets.UTF_8));
  }

  @Test
  void cacheGrowsWithItsRowsAndKeepsNearlyAll() {
    try (RowCache cache = new RowCache(64 << 20)) {
      assertThat(NativeTable.openBytes()).as("memory of an empty cache").isZero();
      fill(cache, 0);
      assertThat(NativeTable.openBytes()).as("memory for a row").isLessThan(10_000);
      for (int i = 1; i < ROWS; i++) {
        fill(cache, i);
      }
      assertThat(NativeTable.openBytes()).isBetween((long) ROWS * 30, (long) ROWS * 160);
      int found = 0;
      for (int i = 0; i < ROWS; i++) {
        int number = find(cache, i);
        assertThat(number).isIn(i, -1);
        found += number == i ? 1 : 0;
      }
      // Buckets fill unevenly, and a full one evicts its oldest row.
      assertThat(found).isGreaterThan(ROWS * 98 / 100);
    }
  }

  @Test
  void cacheStaysWithinItsBoundAndKeepsNewRows() {
    try (RowCache cache = new RowCache(1 << 20)) {
      for (int i = 0; i < ROWS; i++) {
        fill(cache, i);
      }
      assertThat(NativeTable.openBytes()).isEqualTo(1 << 20);
      int found = 0;
      for (int i = ROWS - 10_000; i < ROWS; i++) {
        found += find(cache, i) == i ? 1 : 0;
      }
      assertThat(found).isGreaterThan(9_000);
      assertThat(find(cache, 0)).isEqualTo(-1);
    }
  }

  @Test
  void clearDropsAllRowsAndPendingFills() {
    try (RowCache cache = new RowCache(1 << 20)) {
      for (int i = 0; i < 1_000; i++) {
        fill(cache, i);
      }
      byte[] key = key(0);
      long stamp = cache.stamp(hash(key));
      cache.clear();
      for (int i = 0; i < 1_000; i++) {
        assertThat(find(cache, i)).isEqualTo(-1);
      }
      cache.fill(hash(key), key, new byte[] {'0'}, 1, stamp, cache.newNumber());
      assertThat(find(cache, 0)).as("a row that was read before").isEqualTo(-1);
      fill(cache, 0);
      assertThat(find(cache, 0)).isZero();
    }
  }

  @Test
  void closedCacheTakesNoRows() {
    RowCache cache = new RowCache(1 << 20);
    fill(cache, 1);
    cache.close();
    fill(cache, 1);
    assertThat(find(cache, 1)).isEqualTo(-1);
    cache.close();
  }
}
