package io.gigafs.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which URIs the allowed roots admit, by examples. */
class VolumeRootsTest {
  private static final VolumeRoots ROOTS =
      VolumeRoots.parse(
          "/pan/volumes, /lustre/giga/,hdfs://namenode:8020/giga,posix:///nfs/a b"
              .replace("a b", "a%20b"));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "posix:///pan/volumes",
        "posix:///pan/volumes/",
        "posix:///pan/volumes/1",
        "POSIX:///lustre/giga/x/y",
        "posix:///lustre/./giga",
        "posix:///nfs/a%20b/c",
        "hdfs://NameNode:8020/giga/volume"
      })
  void directoriesBelowRootsAreAllowed(String uri) {
    assertThatCode(() -> ROOTS.check(URI.create(uri))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "posix:///",
        "posix:///pan",
        "posix:///pan/volumes2",
        "posix:///pan/volumes/../secret",
        "posix:///pan/volumes/%2e%2e/secret",
        "posix:///../pan/volumes/../../etc",
        "posix:/etc",
        "posix:pan/volumes",
        "posix://pan/volumes",
        "hdfs:///giga",
        "hdfs://namenode:8020/gigantic",
        "hdfs://other:8020/giga",
        "file:///pan/volumes"
      })
  void otherUrisAreDenied(String uri) {
    assertThatThrownBy(() -> ROOTS.check(URI.create(uri)))
        .isInstanceOf(VolumeException.class)
        .hasMessageContaining("volume-roots")
        .hasMessageContaining("/pan/volumes,/lustre/giga");
  }

  @Test
  void emptyRootsAllowNothing() {
    assertThatThrownBy(() -> VolumeRoots.NONE.check(URI.create("posix:///pan/volumes")))
        .hasMessageContaining("(none)");
    assertThatCode(() -> VolumeRoots.NONE.and(Path.of("/pan")).check(URI.create("posix:///pan/v")))
        .doesNotThrowAnyException();
    assertThat(VolumeRoots.parse("")).isEqualTo(VolumeRoots.NONE);
    assertThat(VolumeRoots.parse(ROOTS.text())).isEqualTo(ROOTS);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pan", "../pan", "hdfs:", "hdfs:giga", ":", "/pan,pan"})
  void invalidRootsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> VolumeRoots.parse(text));
  }
}
