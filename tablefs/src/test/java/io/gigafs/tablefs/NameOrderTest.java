package io.gigafs.tablefs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that positions of names follow the published hash and never change. */
final class NameOrderTest {
  /** The published values of XXH3-64 with seed 0. Stores depend on them permanently. */
  @ParameterizedTest
  @CsvSource({
    "'', 2d06800538d394c2",
    "a, e6c632b61e964e1f",
    "abc, 78af5f94892f3950",
  })
  void positionIsReversedHash(String name, String hash) {
    long position = NameOrder.byHash().position(name.getBytes(StandardCharsets.UTF_8));
    assertThat(Long.toHexString(Long.reverse(position))).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({
    "a, f87269786d4c6367",
    "file.000000001, 4672d870820eba95",
    "Grüße, 1be9b69847e8302d",
  })
  void positionsArePinned(String name, String position) {
    assertThat(Long.toHexString(NameOrder.byHash().position(name.getBytes(StandardCharsets.UTF_8))))
        .isEqualTo(position);
  }
}
