package io.gigafs.tablefs.engine.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the limits for merges that follow from the free space of the disk. */
final class GarbageTest {
  private static final long MIB = 1L << 20;

  @Test
  void pendingMergesAreBoundedByHalfOfFreeSpace() {
    assertThat(Garbage.affordablePending(0)).isEqualTo(1);
    assertThat(Garbage.affordablePending(40 * MIB)).isEqualTo(16 * MIB);
    assertThat(Garbage.affordablePending(63 * MIB)).isEqualTo(16 * MIB);
    assertThat(Garbage.affordablePending(64 * MIB)).isEqualTo(32 * MIB);
    assertThat(Garbage.affordablePending(1L << 50)).isEqualTo(256L << 30);
  }

  /** RocksDB rewrites the fraction of blob files that the age cutoff gives, rounded down. */
  @ParameterizedTest
  @CsvSource({
    "0, 20, 0, 0, 0", // no blobs
    "28, 20, 600, 0, 7", // a quarter of what is free
    "28, 20, 800, 200, 7", // beyond the reserve
    "28, 20, 91, 0, 1",
    "28, 20, 50, 0, 1", // one file while half of what is free takes it
    "28, 20, 50, 100, 1",
    "28, 20, 30, 0, 0",
    "28, 20, 0, 0, 0",
    "3, 20, 6000, 0, 3"
  })
  void mergesRewriteNoMoreThanFreeSpaceAllows(
      long files, long fileMib, long freeMib, long reserveMib, long expected) {
    long bytes = files * fileMib * MIB;
    double age = Garbage.affordableAge(files, bytes, freeMib * MIB, reserveMib * MIB);
    assertThat((long) (age * files)).isEqualTo(expected);
    assertThat(age).isBetween(0.0, 1.0);
    assertThat(Garbage.rewritten(age, files, bytes)).isEqualTo(expected * fileMib * MIB);
  }
}
