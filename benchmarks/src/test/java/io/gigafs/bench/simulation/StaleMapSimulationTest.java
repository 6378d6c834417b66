package io.gigafs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import org.junit.jupiter.api.Test;

/** Tests redirects of a client with a stale partition map. */
class StaleMapSimulationTest {
  private static PartitionMap full(int partitions) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int index = 1; index < partitions; index++) {
      map = map.with(new PartitionIndex(index));
    }
    return map;
  }

  /** From 0, whose owner knows 1, 2 and 4, through 4 and 6 to 7: the highest bit first. */
  @Test
  void redirectsGoPartitionByPartition() {
    StaleMap stale = new StaleMap();
    PartitionMap all = full(8);

    stale.find(7, all::partition, owner -> {});

    assertThat(stale.map().contains(new PartitionIndex(7))).isTrue();
    assertThat(stale.redirects()).isEqualTo(stale.mostHops() - 1L).isBetween(1L, 3L);
  }

  @Test
  void knownPartitionsCauseNoRedirect() {
    StaleMap stale = new StaleMap();
    PartitionMap all = full(8);
    stale.find(7, all::partition, owner -> {});
    long before = stale.redirects();

    stale.find(7, all::partition, owner -> {});
    stale.find(15, all::partition, owner -> {});

    assertThat(stale.redirects()).isEqualTo(before);
  }
}
