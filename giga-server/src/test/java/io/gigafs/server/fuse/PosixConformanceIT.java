package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.gigafs.fuse.MountOptions;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * System calls on a mounted cluster, row by row of {@code conformance.txt}: each must return the
 * result that the man pages specify. The same rows run on a local directory, which verifies the
 * table.
 */
class PosixConformanceIT {
  @TempDir private static Path directory;
  private static MountedDirectory mounted;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    for (String file : List.of("conformance.py", "conformance.txt", "readonly.txt")) {
      try (InputStream in = PosixConformanceIT.class.getResourceAsStream(file)) {
        Files.copy(Objects.requireNonNull(in), directory.resolve(file));
      }
    }
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  /** Sections that the binding does not support. */
  Set<String> lacking() {
    return Set.of();
  }

  @TestFactory
  Stream<DynamicTest> callsBehaveAsOnALocalDirectory() throws Exception {
    Programs programs = mounted.programs("conformance");
    Map<String, List<String>> local = sections(programs.onLocal(run("conformance.txt")));
    Map<String, List<String>> onMount = sections(programs.onMount(run("conformance.txt")));
    assertThat(onMount.keySet()).isEqualTo(local.keySet()).hasSizeGreaterThan(150);
    assertThat(onMount.keySet()).containsAll(lacking());
    return onMount.keySet().stream()
        .filter(title -> !lacking().contains(title))
        .map(
            title ->
                dynamicTest(
                    title,
                    () -> {
                      assertThat(local.get(title)).as("on a local directory").isEmpty();
                      assertThat(onMount.get(title)).as("on the mount").isEmpty();
                    }));
  }

  @TestFactory
  Stream<DynamicTest> readOnlyMountRejectsChanges() throws Exception {
    Programs writing = mounted.programs("readonly");
    writing.onMount(
        """
        mkdir -m 777 here here/d; echo text > here/f; ln -s f here/l; mkfifo here/p
        setfattr -n user.a -v b here/f
        """);
    Path readOnly = mounted.mount("readonly", MountOptions.builder().readOnly(true).build());
    Path here = readOnly.resolve("readonly").resolve("here");
    Map<String, List<String>> sections =
        sections(new Programs(here, here).onMount(run("readonly.txt") + " here"));
    assertThat(sections).hasSizeGreaterThan(2);
    return sections.entrySet().stream()
        .map(
            section ->
                dynamicTest(section.getKey(), () -> assertThat(section.getValue()).isEmpty()));
  }

  private static String run(String table) {
    return "python3 " + directory.resolve("conformance.py") + " " + directory.resolve(table);
  }

  /** Rows of each section whose result differs, from the helper's output. */
  private static Map<String, List<String>> sections(String said) {
    Map<String, List<String>> sections = new LinkedHashMap<>();
    List<String> problems = new ArrayList<>();
    for (String line : said.lines().toList()) {
      if (line.startsWith("== ")) {
        problems = new ArrayList<>();
        sections.put(line.substring("== ".length()), problems);
      } else {
        problems.add(line);
      }
    }
    return sections;
  }
}
