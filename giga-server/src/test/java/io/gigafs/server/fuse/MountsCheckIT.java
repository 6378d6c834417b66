package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random calls on three mounts, by descriptors of files and directories, paths, locks, mappings and
 * asynchronous I/O, compared with a model of the guarantees in docs/mount.md: {@code
 * bin/check-mounts}. A failing seed prints its calls.
 */
@Timeout(1_200) // runs of ten minutes have a last seed
class MountsCheckIT {
  private static final Path CHECK = Path.of("../bin/check-mounts");
  private static final int SECONDS =
      Integer.getInteger("giga.mounts.seconds", Boolean.getBoolean("giga.full") ? 600 : 60);

  /** A rule of the document, with the steps that it names. */
  private static final Pattern RULE = Pattern.compile("(?ms)^\\d+\\. .*?(?=^\\d+\\. |\\n\\n)");

  private static final Pattern STEPS = Pattern.compile("\\(steps: ([^)]*)\\)");

  /** A seed that has begun runs to its end. */
  private static final int GRACE_SECONDS = 300;

  @TempDir private static Path directory;

  @Test
  void modelHoldsOnALocalDirectory() throws Exception {
    Path local = Files.createDirectory(directory.resolve("local"));
    assertThat(check(3, List.of(), local, local, local)).endsWith("seeds passed\n");
  }

  @Test
  void mountsKeepTheirGuarantees() throws Exception {
    try (MountedDirectory mounted = MountedDirectory.start(directory)) {
      Path first = mounted.mountElsewhere("a", DataPath.CLIENT, Duration.ofSeconds(1));
      Path second = mounted.mountElsewhere("b", DataPath.CLIENT, Duration.ofSeconds(1));
      Path third = mounted.mountElsewhere("c", DataPath.SERVER, Duration.ZERO);
      assertThat(check(SECONDS, List.of("--remembers=1,1,0"), first, second, third))
          .endsWith("seeds passed\n");
    }
  }

  @Test
  void documentNamesAStepForEachRule() throws Exception {
    String document = Files.readString(Path.of("../docs/mount.md"));
    int start = document.indexOf("## What holds between processes and machines");
    String section = document.substring(start, document.indexOf("\n## ", start));
    List<String> rules = RULE.matcher(section).results().map(rule -> rule.group()).toList();
    assertThat(rules).hasSizeGreaterThan(8).allMatch(rule -> STEPS.matcher(rule).find());
    Set<String> named =
        STEPS
            .matcher(section)
            .results()
            .flatMap(steps -> Stream.of(steps.group(1).split(",\\s+")))
            .collect(Collectors.toSet());
    assertThat(said("--list").lines().collect(Collectors.toSet())).isEqualTo(named);
  }

  private static String said(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(CHECK.toRealPath().toString()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }

  private static String check(int seconds, List<String> options, Path... mounts) throws Exception {
    Path said = directory.resolve("said");
    List<String> command = new ArrayList<>();
    command.add(CHECK.toRealPath().toString());
    command.add("--seconds=" + seconds);
    command.addAll(options);
    for (Path mount : mounts) {
      command.add(mount.toString());
    }
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(process.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return Files.readString(said);
    } finally {
      process.destroyForcibly();
    }
  }
}
