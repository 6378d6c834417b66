package io.gigafs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the simulated client against maps that all owners keep. */
class FollowedClientTest {
  private final Map<PartitionIndex, Partition> owners = new HashMap<>();
  private final Map<PartitionIndex, PartitionMap> known = new HashMap<>();
  private PartitionMap all = PartitionMap.UNSPLIT;

  /** The partitions that owners report equal those of the maps that this test keeps for them. */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void ownersReportPartitionsKnownFromSplits(long seed) {
    split(new FollowedClient(), new Random(seed), 300);

    owners.forEach(
        (index, owner) -> {
          PartitionMap[] map = {PartitionMap.UNSPLIT};
          OwnersMap.forEach(owner, known -> map[0] = map[0].with(known));
          assertThat(map[0]).isEqualTo(known.get(index));
        });
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void clientErrsUntilItsMapIsComplete(long seed) {
    FollowedClient client = new FollowedClient();
    split(client, new Random(seed), 300);
    Draws draws = new Draws(seed);

    while (client.errorShare() > 0) {
      double before = client.errorShare();
      client.err(draws, this::owner, asked -> assertThat(all.contains(asked)).isTrue());
      assertThat(client.errorShare()).isLessThan(before);
    }

    assertThat(client.map().map()).isEqualTo(all);
    assertThat(client.map().redirects()).isBetween(1L, 299L);
  }

  private Partition owner(PartitionIndex index) {
    return owners.getOrDefault(index, Partition.WHOLE);
  }

  private void split(FollowedClient client, Random random, int partitions) {
    owners.put(PartitionIndex.ZEROTH, Partition.WHOLE);
    known.put(PartitionIndex.ZEROTH, PartitionMap.UNSPLIT);
    while (all.size() < partitions) {
      PartitionIndex index = all.indexOf(random.nextLong());
      Partition parent = all.partition(index);
      if (parent.canSplit()) {
        Partition child = parent.child();
        PartitionMap map = known.getOrDefault(index, PartitionMap.UNSPLIT).with(child.index());
        known.put(index, map);
        known.put(child.index(), map);
        owners.put(index, parent.afterSplit());
        owners.put(child.index(), child);
        all = all.with(child.index());
        client.splitUnnoticed(parent.afterSplit(), child);
      }
    }
  }
}
