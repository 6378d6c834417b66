package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Checks that docs/testing.md lists exactly the system properties that tests read. */
class TestSwitchesTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern READ =
      Pattern.compile(
          "(?:getBoolean|getInteger|getLong|getProperty|named =)\\s*\\(?\\s*\"(giga\\.[\\w.]+)\"");
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(giga\\.[\\w.]+)` \\|");

  @Test
  void everySwitchIsDocumented() throws IOException {
    Set<String> read = new TreeSet<>();
    for (Path module : modules()) {
      try (Stream<Path> sources = Files.walk(module.resolve("src/test"))) {
        for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
          read.addAll(names(READ, Files.readString(source)));
        }
      }
    }
    assertThat(names(ROW, Files.readString(ROOT.resolve("docs/testing.md"))))
        .containsExactlyInAnyOrderElementsOf(read);
  }

  private static Set<Path> modules() throws IOException {
    try (Stream<Path> all = Files.list(ROOT)) {
      return new TreeSet<>(
          all.filter(folder -> Files.isDirectory(folder.resolve("src/test"))).toList());
    }
  }

  private static Set<String> names(Pattern pattern, String text) {
    Set<String> names = new TreeSet<>();
    pattern.matcher(text).results().forEach(found -> names.add(found.group(1)));
    return names;
  }
}
