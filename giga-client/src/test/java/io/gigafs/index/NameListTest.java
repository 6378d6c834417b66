package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for lists of names in one array of bytes. */
class NameListTest {
  private static final List<Name> NAMES =
      List.of(Name.of("a"), Name.of("x".repeat(Name.MAX_BYTES)), Name.of("..."), Name.of("\u00e4"));

  @Test
  void listKeepsNamesUnchanged() {
    NameList list = NameList.of(NAMES);
    assertThat(list).isEqualTo(NAMES);
    for (int i = 0; i < NAMES.size(); i++) {
      assertThat(list.hash(i)).isEqualTo(NAMES.get(i).hash());
      assertThat(Arrays.copyOfRange(list.bytes(), list.begin(i), list.end(i)))
          .isEqualTo(NAMES.get(i).bytes());
    }
  }

  @Test
  void builderGrowsBeyondTheExpectedBytes() {
    List<Name> many = IntStream.range(0, 1_000).mapToObj(i -> Name.of("file" + i)).toList();
    NameList.Builder list = new NameList.Builder(many.size(), 0);
    for (Name name : many) {
      int begin = list.add(name.length());
      System.arraycopy(name.bytes(), 0, list.bytes(), begin, name.length());
    }
    assertThat(list.build()).isEqualTo(many);
  }

  @Test
  void listMayBeEmpty() {
    assertThat(NameList.of(List.of())).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "a/b", "a\0b"})
  void refusesInvalidNames(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    NameList.Builder list = new NameList.Builder(3, 16);
    list.bytes()[list.add(1)] = 'a';
    System.arraycopy(bytes, 0, list.bytes(), list.add(bytes.length), bytes.length);
    list.bytes()[list.add(1)] = 'b';
    assertThatThrownBy(list::build).isInstanceOf(IllegalArgumentException.class);
  }
}
