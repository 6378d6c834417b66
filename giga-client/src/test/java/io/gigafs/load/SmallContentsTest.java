package io.gigafs.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the generated contents of small files. */
class SmallContentsTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 1_024, (1 << 24) + 5})
  void contentsAreVerified(int length) {
    SmallContents contents = new SmallContents(length);
    byte[] bytes = contents.of(3);
    assertThat(bytes).hasSize(length);
    assertThat(contents.isOf(3, bytes)).isTrue();
    assertThat(new SmallContents(length).isOf(3, bytes)).isTrue();
    bytes[length - 1]++;
    assertThat(contents.isOf(3, bytes)).isFalse();
    assertThat(contents.isOf(3, Arrays.copyOf(bytes, length - 1))).isFalse();
  }

  @Test
  void contentsDifferByFile() {
    SmallContents contents = new SmallContents(16);
    Set<String> all = new HashSet<>();
    for (long number = 0; number < 10_000; number++) {
      all.add(Arrays.toString(contents.of(number)));
    }
    assertThat(all).hasSize(10_000);
  }
}
