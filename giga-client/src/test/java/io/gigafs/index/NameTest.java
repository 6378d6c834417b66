package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for names: valid bytes, order and hash. */
class NameTest {
  /**
   * Stored data depends on these hashes: they must never change. The values are those of xxHash's
   * own XXH3_64bits for all of its code paths by length: 1-3, 4-8, 9-16, 17-128, 129-240 and more
   * bytes.
   */
  @ParameterizedTest
  @CsvSource({
    "1, e6c632b61e964e1f",
    "3, 78af5f94892f3950",
    "4, 6497a96f53a89890",
    "8, 6f45a76842a96483",
    "9, e0dde4fc174590a0",
    "16, 3d3ccac9af14d8a8",
    "17, ca7f3571df47cacf",
    "128, 3e99edc6c76f21c6",
    "129, 852cb20608c9d2c7",
    "240, ea0e0f78188232ed",
    "241, bb0a906af5b5c211",
    "255, a5322cf317f47b15"
  })
  void hashNeverChanges(int length, String hash) {
    StringBuilder name = new StringBuilder();
    IntStream.range(0, length).forEach(i -> name.append((char) ('a' + i % 26)));

    assertThat(Name.of(name.toString()).hash()).isEqualTo(Long.parseUnsignedLong(hash, 16));
  }

  @Test
  void namesAreComparedAsBytes() {
    Name low = Name.of(new byte[] {1});
    Name high = Name.of(new byte[] {(byte) 0x80});

    assertThat(low).isLessThan(high).isNotEqualTo(high);
    assertThat(high).isEqualTo(Name.of(new byte[] {(byte) 0x80}));
    assertThat(high).isNotEqualTo(Name.of(new byte[] {(byte) 0x81}));
    assertThat(high).hasToString(Name.of(new byte[] {(byte) 0x81}).toString());
    assertThat(Name.of("a")).isLessThan(Name.of("aa"));
  }

  @Test
  void equalNamesHaveEqualHashes() {
    assertThat(Name.of("é")).hasSameHashCodeAs(Name.of(new byte[] {(byte) 0xc3, (byte) 0xa9}));
    assertThat(Name.of("é").bytes()).containsExactly(0xc3, 0xa9);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "/", "a\0"})
  void refusesInvalidNames(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Name.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"...", ".a", "..a", " ", "a\nb", "\\"})
  void acceptsAllOtherNames(String text) {
    assertThat(Name.of(text)).hasToString(text);
  }

  @Test
  void nameIsLimitedTo255Bytes() {
    assertThat(Name.of("x".repeat(255)).bytes()).hasSize(255);
    assertThatIllegalArgumentException().isThrownBy(() -> Name.of("x".repeat(256)));
    assertThatIllegalArgumentException().isThrownBy(() -> Name.of("é".repeat(128)));
  }
}
