package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the chain of Bloom filters with random hashes: false positives, growth and concurrency. */
final class KeyFiltersTest {
  private static final int MIB = 1 << 20;
  private static final int ABSENT = 100_000;

  private static LongStream hashes(long seed, long number) {
    return new SplittableRandom(seed).longs(number);
  }

  /** Returns the percentage of false positives among hashes that were not added. */
  private static double wronglyThere(KeyFilters filters) {
    return 100.0 * hashes(2, ABSENT).filter(filters::mayHave).count() / ABSENT;
  }

  @ParameterizedTest(name = "in {0} bytes")
  @ValueSource(ints = {1 << 14, 100_000, 3 * MIB, 5 * MIB, 20 * MIB})
  void falsePositivesAreRareAtDesignedLoad(int bytes) {
    KeyFilters filters = new KeyFilters(bytes);
    long number = (long) bytes * Byte.SIZE / 12;

    hashes(1, number).forEach(filters::add);

    assertThat(hashes(1, number).filter(hash -> !filters.mayHave(hash)).count())
        .as("hashes that were added and are not there")
        .isZero();
    assertThat(wronglyThere(filters)).as("wrongly there, %").isLessThan(4);
    assertThat(filters.hasOverflowed()).isFalse();
  }

  @Test
  void lastFilterTakesTwiceItsDesignedLoad() {
    KeyFilters filters = new KeyFilters(MIB);

    hashes(1, 900_000).forEach(filters::add);
    assertThat(filters.hasOverflowed()).isFalse();
    assertThat(wronglyThere(filters)).as("wrongly there, %").isLessThan(7);

    hashes(3, 200_000).forEach(filters::add);
    assertThat(filters.hasOverflowed()).isTrue();
  }

  @Test
  void repeatedAddsTakeNoRoom() {
    KeyFilters filters = new KeyFilters(1 << 14);

    for (int i = 0; i < 20; i++) {
      hashes(1, 10_000).forEach(filters::add);
    }

    assertThat(filters.hasOverflowed()).isFalse();
  }

  @Test
  void preparedFilterIsUsedNext() {
    KeyFilters filters = new KeyFilters(20 * MIB);

    hashes(1, 2_000_000)
        .forEach(
            hash -> {
              filters.add(hash);
              if ((hash & 0xff) == 0) {
                filters.prepare();
              }
            });

    assertThat(hashes(1, 2_000_000).allMatch(filters::mayHave)).isTrue();
    assertThat(wronglyThere(filters)).as("wrongly there, %").isLessThan(4);
  }

  @ParameterizedTest(name = "made ahead: {0}")
  @ValueSource(booleans = {false, true})
  void failedAllocationIsNotRetried(boolean ahead) {
    AtomicInteger refused = new AtomicInteger();
    KeyFilters filters =
        new KeyFilters(
            20 * MIB,
            bytes -> {
              if (bytes > 3 * MIB) {
                refused.incrementAndGet();
                throw new OutOfMemoryError("no heap for a test");
              }
              return new KeyFilter(bytes);
            });

    hashes(1, 2_500_000)
        .forEach(
            hash -> {
              filters.add(hash);
              if (ahead && (hash & 0xff) == 0) {
                filters.prepare();
              }
            });

    assertThat(hashes(1, 2_500_000).allMatch(filters::mayHave)).isTrue();
    assertThat(filters.lacksHeap()).isTrue();
    assertThat(filters.hasOverflowed()).isTrue();
    assertThat(refused).as("times that memory was asked for in vain").hasValue(1);
  }

  @Test
  void filterPreparedTooLateIsDropped() {
    List<Long> made = new ArrayList<>();
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    KeyFilters filters =
        new KeyFilters(
            20 * MIB,
            bytes -> {
              made.add(bytes);
              meanwhile.getAndSet(() -> {}).run();
              return new KeyFilter(bytes);
            });
    hashes(1, 100_000).forEach(filters::add);
    meanwhile.set(() -> hashes(2, 100_000).forEach(filters::add));
    filters.prepare();

    hashes(3, 1_500_000).forEach(filters::add);

    assertThat(made)
        .as("sizes: the second was made by both, and only then comes the third")
        .containsExactly(MIB / 4L, 2L * MIB, 2L * MIB, 71 * MIB / 4L);
    assertThat(hashes(2, 100_000).allMatch(filters::mayHave)).isTrue();
  }

  @Test
  void concurrentAddsAreAllFound() {
    KeyFilters filters = new KeyFilters(20 * MIB);

    IntStream.range(0, 8)
        .parallel()
        .forEach(
            seed -> {
              filters.prepare();
              hashes(seed, 400_000).forEach(filters::add);
            });

    for (int seed = 0; seed < 8; seed++) {
      assertThat(hashes(seed, 400_000).allMatch(filters::mayHave)).as("seed " + seed).isTrue();
    }
    assertThat(filters.hasOverflowed()).isFalse();
  }
}
