package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for parsing paths. */
final class GigaPathTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "//, /",
    "/a, /a",
    "/a/, /a/",
    "/a//, /a/",
    "//a//b, /a/b",
    "/a/./b, /a/./b",
    "/a/../b, /a/../b",
    "/../.., /../..",
    "/a/b/.., /a/b/..",
    "/..a/.b, /..a/.b",
  })
  void parseCollapsesRepeatedSlashesOnly(String text, String path) {
    assertThat(GigaPath.parse(text)).hasToString(path);
  }

  @Test
  void parseKeepsNamesThatAreTooLong() {
    String longest = "é".repeat(127) + "x";
    assertThat(GigaPath.parse("/" + longest).name()).hasToString(longest);
    GigaPath tooLong = GigaPath.parse("/d/" + longest + "y");
    assertThat(tooLong).hasToString("/d/" + longest + "y");
    assertThat(tooLong.isPlain()).isFalse();
    assertThatThrownBy(tooLong::name).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void pathIsLimitedTo4095Bytes() {
    String longest = "/a".repeat(2_047) + "/";
    assertThat(GigaPath.parse(longest)).hasToString(longest);
    assertThatThrownBy(() -> GigaPath.parse(longest + "a"))
        .isInstanceOfSatisfying(
            PathException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.ENAMETOOLONG);
              assertThat(failure.asFailure()).hasMessage(failure.getMessage());
            })
        .hasMessage(longest + "a: File name too long");
    assertThat(GigaPath.parse(longest).child(Name.of("a"))).hasToString(longest + "a");
  }

  @Test
  void invalidPathsAreRejected() {
    assertThatThrownBy(() -> GigaPath.parse("a/b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'a/b' is not an absolute path: Invalid argument");
    assertThatThrownBy(() -> GigaPath.parse(""))
        .isInstanceOf(PathException.class)
        .hasMessage("'': No such file or directory");
    assertThatThrownBy(() -> GigaPath.parse("/a\0b"))
        .hasMessage("a path holds no NUL: Invalid argument");
  }

  @Test
  void namesAreByteStrings() {
    byte[] bytes = {'/', (byte) 0xff, '/', '\n'};
    assertThat(GigaPath.of(bytes).bytes()).isEqualTo(bytes);
    assertThat(GigaPath.of(bytes).names())
        .containsExactly(Name.of(new byte[] {(byte) 0xff}), Name.of("\n"));
    assertThat(GigaPath.of(bytes)).isEqualTo(new GigaPath(GigaPath.of(bytes).names()));
  }

  @Test
  void rootHasNeitherParentNorName() {
    assertThatThrownBy(GigaPath.ROOT::parent).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(GigaPath.ROOT::name).isInstanceOf(IllegalStateException.class);
  }
}
