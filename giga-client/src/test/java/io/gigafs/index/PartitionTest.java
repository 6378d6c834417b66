package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for partitions: the interval that they cover, and splits. */
class PartitionTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 0000000000000000, ffffffffffffffff",
    "0, 1, 0000000000000000, 7fffffffffffffff",
    "1, 1, 8000000000000000, ffffffffffffffff",
    "1, 2, 8000000000000000, bfffffffffffffff",
    "2, 2, 4000000000000000, 7fffffffffffffff",
    "3, 2, c000000000000000, ffffffffffffffff",
    "65535, 16, ffff000000000000, ffffffffffffffff"
  })
  void partitionCoversOneInterval(int index, int depth, String first, String last) {
    assertThat(new Partition(new PartitionIndex(index), depth).range())
        .isEqualTo(new PositionRange(position(first), position(last)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void splitHalvesTheRange(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      Partition parent = randomPartition(random);
      PositionRange whole = parent.range();
      PositionRange lower = parent.afterSplit().range();
      PositionRange upper = parent.child().range();

      assertThat(lower.first()).isEqualTo(whole.first());
      assertThat(upper.first()).isEqualTo(lower.last().next());
      assertThat(upper.last()).isEqualTo(whole.last());
      assertThat(upper.last().value() - upper.first().value())
          .isEqualTo(lower.last().value() - lower.first().value());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void ownsHashesWithPositionsInItsRange(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      Partition partition = randomPartition(random);
      long hash = random.nextLong();
      long own = (hash & -(1L << partition.depth())) | partition.index().value();

      assertThat(partition.owns(own)).isTrue();
      assertThat(partition.range().contains(new Position(Long.reverse(own)))).isTrue();
      assertThat(partition.owns(hash))
          .isEqualTo(partition.range().contains(new Position(Long.reverse(hash))))
          .isEqualTo(partition.afterSplit().owns(hash) || partition.child().owns(hash));
      assertThat(partition.afterSplit().owns(hash) && partition.child().owns(hash)).isFalse();
    }
  }

  @Test
  void splitsDownToTheMaximumDepth() {
    Partition partition = Partition.WHOLE;
    while (partition.canSplit()) {
      partition = partition.child();
    }
    assertThat(partition).isEqualTo(new Partition(new PartitionIndex(65_535), 16));
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 1", "0, -1", "0, 17"})
  void refusesADepthInvalidForTheIndex(int index, int depth) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Partition(new PartitionIndex(index), depth));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 65_536})
  void refusesAnIndexOutOfRange(int index) {
    assertThatIllegalArgumentException().isThrownBy(() -> new PartitionIndex(index));
  }

  private static Partition randomPartition(Random random) {
    int depth = random.nextInt(PartitionIndex.MAX_DEPTH);
    return new Partition(new PartitionIndex(random.nextInt(1 << depth)), depth);
  }

  private static Position position(String hex) {
    return new Position(Long.parseUnsignedLong(hex, 16));
  }
}
