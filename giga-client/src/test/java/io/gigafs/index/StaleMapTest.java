package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients with stale maps and the owners of partitions that correct them, as in GIGA+: an owner
 * knows its partition's map at creation and its own splits since then, and nothing else.
 */
class StaleMapTest {
  private static final int LOOKUPS = 300;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void staleClientFindsNamesWithinTheTreeDepth(long seed) {
    Random random = new Random(seed);
    Directory directory = new Directory();
    List<PartitionMap> seen = new ArrayList<>(List.of(PartitionMap.UNSPLIT));
    while (directory.all.size() < 2_000) {
      directory.splitSome(random);
      if (random.nextInt(50) == 0) {
        seen.add(directory.all);
      }
    }
    int mostHops = Integer.SIZE - Integer.numberOfLeadingZeros(directory.highest()) + 1;

    for (int i = 0; i < LOOKUPS; i++) {
      PartitionMap stale = seen.get(random.nextInt(seen.size()));
      assertThat(directory.hopsTo(random.nextLong(), stale)).isLessThanOrEqualTo(mostHops);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void activeClientRarelyMisroutes(long seed) {
    Random random = new Random(seed);
    Directory directory = new Directory();
    while (directory.all.size() < 500) {
      directory.splitSome(random);
    }
    directory.client = PartitionMap.UNSPLIT;
    int hops = 0;
    for (int i = 0; i < 20_000; i++) {
      hops += directory.hopsTo(random.nextLong(), directory.client);
    }
    // Each partition causes at most one redirect per split that the client does not know.
    assertThat(hops).isLessThan(20_000 + 500);
    assertThat(directory.all.covers(directory.client)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void ownerKnowsItsOwnPartition(long seed) {
    Random random = new Random(seed);
    Directory directory = new Directory();
    while (directory.all.size() < 1_000) {
      directory.splitSome(random);
    }

    directory
        .all
        .indices()
        .forEach(
            index ->
                assertThat(directory.ownerOf(index).partition(index))
                    .isEqualTo(directory.all.partition(index)));
  }

  /** All partitions of a directory, each with the map that its owner knows. */
  private static final class Directory {
    private final Map<PartitionIndex, PartitionMap> owners = new HashMap<>();
    private PartitionMap all = PartitionMap.UNSPLIT;
    private PartitionMap client = PartitionMap.UNSPLIT;

    Directory() {
      owners.put(PartitionIndex.ZEROTH, PartitionMap.UNSPLIT);
    }

    PartitionMap ownerOf(PartitionIndex index) {
      PartitionMap known = owners.get(index);
      assertThat(known).as("a partition that exists was asked").isNotNull();
      return known == null ? PartitionMap.UNSPLIT : known;
    }

    void splitSome(Random random) {
      long skew = random.nextLong();
      PartitionIndex index = all.indexOf(random.nextLong() & skew);
      Partition splitting = ownerOf(index).partition(index);
      if (splitting.canSplit()) {
        PartitionIndex child = splitting.child().index();
        PartitionMap known = ownerOf(index).with(child);
        owners.put(index, known);
        owners.put(child, known);
        all = all.with(child);
      }
    }

    /** The number of owners that are asked until the right one is found. */
    int hopsTo(long hash, PartitionMap stale) {
      PartitionMap map = stale;
      for (int hops = 1; ; hops++) {
        PartitionIndex asked = map.indexOf(hash);
        PartitionMap known = ownerOf(asked);
        if (known.partition(asked).owns(hash)) {
          assertThat(asked).isEqualTo(all.indexOf(hash));
          client = client.merge(map);
          return hops;
        }
        PartitionMap corrected = map.merge(known);
        assertThat(corrected).as("an owner that refuses knows better").isNotEqualTo(map);
        map = corrected;
      }
    }

    int highest() {
      return all.indices().mapToInt(PartitionIndex::value).max().orElse(0);
    }
  }
}
