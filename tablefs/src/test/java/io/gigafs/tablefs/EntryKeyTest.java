package io.gigafs.tablefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests encoding, order and validation of entry keys. */
final class EntryKeyTest {
  @Test
  void keyReturnsItsParts() {
    EntryKey key = EntryKey.of(-2, Long.MIN_VALUE, ascii("name"));
    assertThat(key.directory()).isEqualTo(-2);
    assertThat(key.position()).isEqualTo(Long.MIN_VALUE);
    assertThat(key.name()).isEqualTo(ascii("name"));
    assertThat(key).isEqualTo(EntryKey.ofEncoded(key.encoded().clone()));
  }

  @Test
  void keyIsBuiltFromPartOfAnArray() {
    byte[] many = ascii("a/name/b");
    assertThat(EntryKey.of(-2, 7, many, 2, 6)).isEqualTo(EntryKey.of(-2, 7, ascii("name")));
    assertThatThrownBy(() -> EntryKey.of(-2, 7, many, 1, 6))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EntryKey.of(-2, 7, many, 2, 2))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> EntryKey.of(-2, 7, many, 2, 9))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void reusedKeyKeepsItsMemory() {
    byte[] many = ascii("a/name/nome/longer");
    EntryKey.Reused keys = new EntryKey.Reused();
    EntryKey first = keys.of(-2, 7, many, 2, 6);
    assertThat(first).isEqualTo(EntryKey.of(-2, 7, ascii("name")));
    assertThat(keys.of(3, -8, many, 7, 11))
        .isSameAs(first)
        .isEqualTo(EntryKey.of(3, -8, ascii("nome")));
    assertThatThrownBy(() -> keys.of(1, 1, many, 1, 5))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(first).isEqualTo(EntryKey.of(3, -8, ascii("nome")));
    assertThat(keys.of(3, -8, many, 12, 18)).isEqualTo(EntryKey.of(3, -8, ascii("longer")));
  }

  @Test
  void positionsSortAsUnsigned() {
    EntryKey low = EntryKey.of(1, 0x7f00000000000000L, ascii("z"));
    EntryKey high = EntryKey.of(1, 0x8000000000000000L, ascii("a"));
    assertThat(low).isLessThan(high);
    assertThat(high).isLessThan(EntryKey.of(2, 0, ascii("a")));
  }

  @ParameterizedTest
  @MethodSource("badNames")
  void refusesInvalidNames(byte[] name) {
    assertThatThrownBy(() -> EntryKey.of(1, 1, name)).isInstanceOf(IllegalArgumentException.class);
  }

  static Stream<byte[]> badNames() {
    return Stream.of(new byte[0], new byte[256], ascii("a/b"), new byte[] {'a', 0});
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
