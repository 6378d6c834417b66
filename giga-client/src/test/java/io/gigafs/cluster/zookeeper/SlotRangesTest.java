package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for the text form of sets of slots. */
class SlotRangesTest {
  @Test
  void formatIsShortAndReadable() {
    assertThat(SlotRanges.format(new int[] {})).isEmpty();
    assertThat(SlotRanges.format(new int[] {7})).isEqualTo("7");
    assertThat(SlotRanges.format(new int[] {7, 9})).isEqualTo("7,9");
    assertThat(SlotRanges.format(new int[] {0, 3, 6, 9, 10, 11, 12})).isEqualTo("0-9/3,10-12");
    assertThat(SlotRanges.format(IntStream.range(0, 65_536).toArray())).isEqualTo("0-65535");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void parseReturnsTheFormattedSlots(long seed) {
    Random random = new Random(seed);
    int[] slots =
        IntStream.range(0, 5_000).filter(slot -> random.nextInt(4) < seed % 4 + 1).toArray();

    assertThat(parse(SlotRanges.format(slots)))
        .containsExactlyElementsOf(IntStream.of(slots).boxed().toList());
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", ",", "1,", "3-1", "1-9/0", "1-", "-1", "100000", "1/2", "1 "})
  void refusesInvalidTexts(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> parse(text));
  }

  private static List<Integer> parse(String text) {
    List<Integer> slots = new ArrayList<>();
    SlotRanges.parse(text, slots::add);
    return slots;
  }
}
