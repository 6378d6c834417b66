package io.gigafs.bench.mknod;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.PartitionIndex;
import io.gigafs.load.NumberedNames;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the model of partitions that split at a threshold. */
class PartitionsTest {
  /**
   * Objects stay in the partition of their creation, so the zeroth partition keeps more with each
   * split.
   */
  @Test
  void partitionsSplitLikeADirectory() {
    Partitions partitions = new Partitions(100);
    Map<PartitionIndex, Integer> objects = new HashMap<>();
    for (int i = 0; i < 10_000; i++) {
      objects.merge(partitions.add(NumberedNames.of(i)), 1, Integer::sum);
    }
    int splitsOfTheZeroth = 8;
    assertThat(partitions.size()).isBetween(1 << (splitsOfTheZeroth - 1), 1 << splitsOfTheZeroth);
    assertThat(objects.values())
        .allSatisfy(count -> assertThat(count).isLessThan(100 + 60 * splitsOfTheZeroth));
  }

  @Test
  void partitionHoldsUpToTheThreshold() {
    Partitions partitions = new Partitions(100);
    for (int i = 0; i < 100; i++) {
      assertThat(partitions.add(NumberedNames.of(i))).isEqualTo(PartitionIndex.ZEROTH);
    }
    assertThat(partitions.size()).isEqualTo(1);
  }
}
