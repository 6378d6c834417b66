package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.PartitionKey;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the number of entries at which partitions split. */
final class SplitPointTest {
  private static final int THRESHOLD = 8_000;

  private static int of(int threshold, int partition) {
    return SplitPoint.of(threshold, new PartitionKey(3, 0x1234_5678_9abcL, partition));
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 8_000, Integer.MAX_VALUE})
  void splitPointIsAtMostAQuarterBelowTheThreshold(int threshold) {
    for (int partition = 0; partition < 10_000; partition++) {
      assertThat(of(threshold, partition)).isBetween(threshold - threshold / 4, threshold);
    }
  }

  @Test
  void splitPointEqualsALowThreshold() {
    for (int partition = 0; partition < 100; partition++) {
      assertThat(of(999, partition)).isEqualTo(999);
    }
  }

  /** Of partitions that grow equally, each tenth of the range has a tenth of the splits. */
  @ParameterizedTest
  @ValueSource(ints = {32, 64, 128, 1_024})
  void splitPointsAreSpreadEvenly(int partitions) {
    int[] splits = new int[10];
    IntStream.range(0, partitions)
        .forEach(partition -> splits[(THRESHOLD - of(THRESHOLD, partition)) * 10 / 2_000]++);
    for (int each : splits) {
      assertThat(each).isBetween(partitions / 10 - 2, partitions / 10 + 2);
    }
  }
}
