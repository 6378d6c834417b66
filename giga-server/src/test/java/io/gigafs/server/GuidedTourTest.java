package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Checks that the files in the guided tour of CONTRIBUTING.md exist. */
class GuidedTourTest {
  private static final Path ROOT = Path.of("..");
  private static final int QUESTIONS = 10;
  private static final Pattern FILE = Pattern.compile("`([^`]+/[^`]+)`");

  @Test
  void everyQuestionNamesExistingFiles() throws IOException {
    List<String> questions =
        Files.readAllLines(ROOT.resolve("CONTRIBUTING.md")).stream()
            .dropWhile(line -> !line.equals("## A guided tour"))
            .skip(1)
            .takeWhile(line -> !line.startsWith("## "))
            .filter(line -> line.startsWith("| ") && line.contains("?"))
            .toList();
    assertThat(questions).hasSize(QUESTIONS);
    for (String question : questions) {
      List<String> files = FILE.matcher(question).results().map(found -> found.group(1)).toList();
      assertThat(files).as(question).hasSizeGreaterThanOrEqualTo(2);
      assertThat(files)
          .allSatisfy(file -> assertThat(ROOT.resolve(file)).as(question).isRegularFile());
    }
  }
}
