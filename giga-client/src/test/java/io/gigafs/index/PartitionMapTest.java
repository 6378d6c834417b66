package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for partition maps: lookup by hash, growth, merging, and the ranges of partitions. */
class PartitionMapTest {
  private static final int HASHES = 1_000;

  @Test
  void unsplitDirectoryIsOnePartition() {
    assertThat(indices(PartitionMap.UNSPLIT)).containsExactly(0);
    assertThat(PartitionMap.UNSPLIT.partition(PartitionIndex.ZEROTH)).isEqualTo(Partition.WHOLE);
    assertThat(PartitionMap.UNSPLIT.indexOf(-1)).isEqualTo(PartitionIndex.ZEROTH);
  }

  @Test
  void hashBelongsToTheLongestKnownIndex() {
    PartitionMap map = map(1, 2, 3, 7);

    assertThat(map.indexOf(0b0100).value()).isEqualTo(0);
    assertThat(map.indexOf(0b0101).value()).isEqualTo(1);
    assertThat(map.indexOf(0b0110).value()).isEqualTo(2);
    assertThat(map.indexOf(0b0011).value()).isEqualTo(3);
    assertThat(map.indexOf(0b1111).value()).isEqualTo(7);
  }

  @Test
  void partitionDepthCountsItsSplits() {
    PartitionMap map = map(1, 2, 3, 7);

    assertThat(map.indices().map(map::partition).map(Partition::depth))
        .containsExactly(2, 2, 2, 3, 3);
  }

  @Test
  void refusesAPartitionWithoutItsParent() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> map(1, 6))
        .withMessage("partition 6 cannot exist without partition 2");
  }

  @Test
  void refusesAPartitionWhoseElderSiblingIsMissing() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> map(1, 5))
        .withMessage("partition 5 cannot exist without partition 3");
    assertThatIllegalArgumentException().isThrownBy(() -> map(2));
  }

  @Test
  void refusesAnUnknownPartition() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> map(1).partition(new PartitionIndex(2)))
        .withMessage("partition 2 is not in partitions {0, 1}");
  }

  @Test
  void addingAKnownPartitionChangesNothing() {
    PartitionMap map = map(1, 2);

    assertThat(map.with(new PartitionIndex(1))).isSameAs(map);
    assertThat(map.merge(map(1))).isSameAs(map);
    assertThat(map.merge(map(1, 2))).isSameAs(map);
    PartitionMap more = map(1, 2, 4);
    assertThat(map.merge(more)).isSameAs(more);
  }

  @Test
  void mapGrowsToAllPartitions() {
    PartitionMap full = RandomSplits.fullTree(PartitionIndex.MAX_DEPTH);

    assertThat(full.size()).isEqualTo(65_536);
    assertThat(full.indexOf(0xffff_ffffL).value()).isEqualTo(65_535);
    assertThat(full.indices().map(full::partition)).noneMatch(Partition::canSplit);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 60, 64, 65, 200, 1_000, 5_000})
  void everyHashBelongsToExactlyOnePartition(int partitions) {
    Random random = new Random(partitions);
    PartitionMap map = RandomSplits.map(random, partitions);
    List<Partition> all = map.indices().map(map::partition).toList();

    for (int i = 0; i < HASHES; i++) {
      long hash = random.nextLong();
      assertThat(all.stream().filter(partition -> partition.owns(hash)).map(Partition::index))
          .containsExactly(map.indexOf(hash));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 60, 64, 65, 200, 1_000, 5_000})
  void rangesCoverAllPositionsWithoutGaps(int partitions) {
    PartitionMap map = RandomSplits.map(new Random(partitions), partitions);
    List<PositionRange> ranges =
        map.indices()
            .map(index -> map.partition(index).range())
            .sorted(Comparator.comparing(PositionRange::first))
            .toList();

    assertThat(ranges.get(0).first()).isEqualTo(Position.FIRST);
    assertThat(ranges.get(ranges.size() - 1).last()).isEqualTo(Position.LAST);
    for (int i = 1; i < ranges.size(); i++) {
      assertThat(ranges.get(i).first()).isEqualTo(ranges.get(i - 1).last().next());
    }
  }

  /** The check above detects a map that reads hashes from the wrong end. */
  @Test
  void reversedBitOrderIsDetected() {
    PartitionMap map = map(1, 2, 3, 7);
    Random random = new Random(1);

    assertThat(random.longs(HASHES))
        .anyMatch(hash -> !map.partition(map.indexOf(Long.reverse(hash))).owns(hash));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void mergeIsCommutativeAssociativeAndIdempotent(long seed) {
    Random random = new Random(seed);
    PartitionMap a = RandomSplits.map(random, 1 + random.nextInt(300));
    PartitionMap b = RandomSplits.map(random, 1 + random.nextInt(300));
    PartitionMap c = RandomSplits.map(random, 1 + random.nextInt(300));

    assertThat(a.merge(b)).isEqualTo(b.merge(a)).hasSameHashCodeAs(b.merge(a));
    assertThat(a.merge(b).merge(c)).isEqualTo(a.merge(b.merge(c)));
    assertThat(a.merge(b).merge(a)).isEqualTo(a.merge(b));
    assertThat(a.merge(a)).isSameAs(a);
    assertThat(a.merge(b).covers(a)).isTrue();
    assertThat(a.merge(b).covers(b)).isTrue();
    assertThat(a.merge(b).size()).isEqualTo(indices(a.merge(b)).size());
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void rangeWidthsAddUp(long seed) {
    PartitionMap map = RandomSplits.evenMap(new Random(seed), 777);

    assertThat(
            map.indices()
                .map(index -> width(map.partition(index).range()))
                .reduce(BigInteger.ZERO, BigInteger::add))
        .isEqualTo(BigInteger.ONE.shiftLeft(64));
  }

  static PartitionMap map(int... indices) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (int index : indices) {
      map = map.with(new PartitionIndex(index));
    }
    return map;
  }

  private static List<Integer> indices(PartitionMap map) {
    return map.indices().map(PartitionIndex::value).toList();
  }

  private static BigInteger width(PositionRange range) {
    return new BigInteger(Long.toUnsignedString(range.last().value()))
        .subtract(new BigInteger(Long.toUnsignedString(range.first().value())))
        .add(BigInteger.ONE);
  }
}
