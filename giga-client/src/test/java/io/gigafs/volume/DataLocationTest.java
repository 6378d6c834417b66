package io.gigafs.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which paths of objects are valid, by examples. */
class DataLocationTest {
  private static byte[] encoded(String path) {
    byte[] utf8 = path.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(Integer.BYTES + utf8.length).putInt(1).put(utf8).array();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a/b.7", "..a/b..", "...", ".a/.b", "n\u00e4ive \t name"})
  void validPathsAreKept(String path) {
    DataLocation location = new DataLocation(1, path);
    assertThat(DataLocation.decode(location.encode())).isEqualTo(location);
    assertThat(location.isReserved()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "/etc/shadow",
        "..",
        "../x",
        "a/../b",
        "a/..",
        ".",
        "./a",
        "a/./b",
        "a//b",
        "a/",
        "a\0b",
        "a/b\0"
      })
  void invalidPathsAreRefused(String path) {
    assertThatIllegalArgumentException().isThrownBy(() -> new DataLocation(1, path));
    assertThatIllegalArgumentException().isThrownBy(() -> DataLocation.decode(encoded(path)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {".giga-volume", ".giga-aside/1/0/a", "projects/.giga-volume", "a/.giga-volume/b"})
  void gigasOwnFilesAreReserved(String path) {
    assertThat(new DataLocation(1, path).isReserved()).isTrue();
  }
}
