package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.Name;
import java.net.URI;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Compares the paths of a listing with paths built one by one, for unusual names and authorities.
 */
class ChildPathsTest {
  private static final List<String> NAMES =
      List.of(
          "f1",
          "day=3",
          "_SUCCESS",
          ".hidden",
          "...",
          "..a",
          "a.b-c",
          "-",
          "=",
          "A:b",
          "giga:x",
          "a b",
          "50%",
          "%41",
          "a?b",
          "a#b",
          "a;b",
          "~",
          "ü",
          "naïve",
          "a\\b",
          "[x]",
          "a\nb",
          "a+b",
          "a@b:1");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "giga://main/",
        "giga://127.0.0.1:7000/",
        "giga://h1:7000,h2:7000/",
        "giga://[::1]:7000/",
        "giga://main/d",
        "giga://main/d/e=1",
        "giga://main/d e/50%/ü:x"
      })
  void childPathsEqualPathsBuiltOneByOne(String text) {
    Path directory = new Path(text);
    HadoopPaths paths = new HadoopPaths(URI.create(text.substring(0, text.indexOf('/', 7) + 1)));
    ChildPaths children = new ChildPaths(paths, directory);
    for (String each : NAMES) {
      Name name = Name.of(each);
      Path expected = paths.child(directory, name);
      Path found = children.of(name);
      assertThat(found).isEqualTo(expected).hasSameHashCodeAs(expected).hasToString(expected + "");
      assertThat(found.toUri()).isEqualTo(expected.toUri());
      assertThat(found.toUri().toString()).isEqualTo(expected.toUri().toString());
      assertThat(found.getName()).isEqualTo(each);
      assertThat(found.getParent()).isEqualTo(expected.getParent());
      assertThat(found.toUri().getHost()).isEqualTo(expected.toUri().getHost());
      assertThat(found.toUri().getPort()).isEqualTo(expected.toUri().getPort());
    }
  }
}
