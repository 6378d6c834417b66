package io.gigafs.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts and paths. */
final class GigaPathTest {
  @ParameterizedTest
  @CsvSource({
    "/, /",
    "//, /",
    "/a, /a",
    "/a/, /a",
    "//a//b, /a/b",
    "/a/./b, /a/b",
    "/a/../b, /b",
    "/../.., /",
    "/a/b/.., /a",
    "/..a/.b, /..a/.b",
  })
  void parses(String text, String path) {
    assertThat(GigaPath.parse(text)).hasToString(path);
  }

  @Test
  void aNameHas255BytesAtMost() {
    String longest = "é".repeat(127) + "x";
    assertThat(GigaPath.parse("/" + longest).name()).hasToString(longest);
    assertThatThrownBy(() -> GigaPath.parse("/d/" + longest + "y"))
        .isInstanceOfSatisfying(
            PathException.class,
            failure -> {
              assertThat(failure.code()).isEqualTo(ErrorCode.ENAMETOOLONG);
              assertThat(failure.asFailure()).hasMessage(failure.getMessage());
            })
        .hasMessage("/d/" + longest + "y: File name too long");
  }

  @Test
  void whatIsNoPathIsInvalid() {
    assertThatThrownBy(() -> GigaPath.parse("a/b"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'a/b' is not an absolute path: Invalid argument");
    assertThatThrownBy(() -> GigaPath.parse("")).isInstanceOf(PathException.class);
    assertThatThrownBy(() -> GigaPath.parse("/a\0b"))
        .hasMessage("a path holds no NUL: Invalid argument");
  }

  @Test
  void theRootHasNeitherParentNorName() {
    assertThatThrownBy(GigaPath.ROOT::parent).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(GigaPath.ROOT::name).isInstanceOf(IllegalStateException.class);
  }
}
