package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for the encoding of partition maps: fixed, small and canonical. */
class PartitionMapCodecTest {
  @Test
  void encodingIsFixed() {
    assertThat(hex(PartitionMap.UNSPLIT)).isEqualTo("00");
    assertThat(hex(PartitionMapTest.map(1))).isEqualTo("01");
    assertThat(hex(PartitionMapTest.map(1, 3))).isEqualTo("0102");
    assertThat(hex(PartitionMapTest.map(1, 2, 3, 4, 5, 6, 7, 15))).isEqualTo("0380");
    assertThat(hex(PartitionMapTest.map(1, 2, 4, 8, 16, 32, 64))).isEqualTo("410302040810" + "20");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 6, 7, 10, 15, 16})
  void fullTreeTakesOneByte(int levels) {
    PartitionMap full = RandomSplits.fullTree(levels);

    assertThat(full.encode()).containsExactly(levels);
    assertThat(PartitionMap.decode(full.encode())).isEqualTo(full);
  }

  @ParameterizedTest
  @CsvSource({"10, 3", "100, 20", "1000, 160", "1024, 160", "10000, 1600", "60000, 4300"})
  void mapOfAnEvenDirectoryIsSmall(int partitions, int bytes) {
    PartitionMap map = RandomSplits.evenMap(new Random(partitions), partitions);

    assertThat(map.encode()).hasSizeLessThanOrEqualTo(bytes);
  }

  @Test
  void fewExceptionsToALargeTreeTakeFewBytes() {
    PartitionMap tree = RandomSplits.fullTree(15);

    assertThat(tree.with(new PartitionIndex(40_000)).encode()).hasSizeLessThanOrEqualTo(5);
    PartitionMap half = tree;
    for (int index = 1 << 15; index < 49_152; index++) {
      half = half.with(new PartitionIndex(index));
    }
    assertThat(half.encode()).hasSizeLessThanOrEqualTo(5);
    assertThat(PartitionMap.decode(half.encode())).isEqualTo(half);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void decodeReturnsTheEncodedMap(long seed) {
    Random random = new Random(seed);
    for (int partitions = 1; partitions < 10_000; partitions = partitions * 2 + 1) {
      PartitionMap skewed = RandomSplits.map(random, partitions);
      PartitionMap even = RandomSplits.evenMap(random, partitions);

      assertThat(PartitionMap.decode(skewed.encode())).isEqualTo(skewed);
      assertThat(PartitionMap.decode(even.encode())).isEqualTo(even);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // nothing
        "11", // 17 levels
        "60", // unknown form
        "0100", // a zero byte at the end of a bitmap
        "0003", // {0, 1, 2} as exceptions to a smaller tree than it holds
        "20", // an unsplit map as runs
        "40", // an unsplit map as exceptions
        "2180", // truncated number
        "21808080808001", // overlong number
        "4101", // partition 0 is missing
        "0108", // partition 5 without partition 3
        "0010", // partition 5 without partition 1
        "50818004", // nothing past the last partition
      })
  void refusesInvalidAndNonCanonicalEncodings(String encoded) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PartitionMap.decode(HexFormat.of().parseHex(encoded)));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void everyDecodableStringIsCanonical(long seed) {
    Random random = new Random(seed);
    int decoded = 0;
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[1 + random.nextInt(5)];
      random.nextBytes(bytes);
      bytes[0] = (byte) ((random.nextInt(4) << 5) | random.nextInt(18));
      try {
        assertThat(PartitionMap.decode(bytes).encode()).isEqualTo(bytes);
        decoded++;
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("partition");
      }
    }
    assertThat(decoded).isPositive();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void truncatedMapIsRefusedOrReadsAsAnother(long seed) {
    PartitionMap map = RandomSplits.map(new Random(seed), 500);
    byte[] encoded = map.encode();
    for (int length = 0; length < encoded.length; length++) {
      byte[] cut = Arrays.copyOf(encoded, length);
      try {
        assertThat(PartitionMap.decode(cut)).isNotEqualTo(map);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageContaining("partition");
      }
    }
  }

  @Test
  void refusesOversizedEncodings() {
    assertThatIllegalArgumentException().isThrownBy(() -> PartitionMap.decode(new byte[8_194]));
  }

  private static String hex(PartitionMap map) {
    return HexFormat.of().formatHex(map.encode());
  }
}
