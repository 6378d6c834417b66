package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.DataPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random calls on three mounts, by descriptors of files and directories, paths, locks, mappings and
 * asynchronous I/O, held against a model of what docs/mount.md promises: {@code bin/check-mounts}.
 * A failing seed prints its calls.
 */
class MountsCheckIT {
  private static final Path CHECK = Path.of("../bin/check-mounts");
  private static final int SECONDS =
      Integer.getInteger("giga.mounts.seconds", Boolean.getBoolean("giga.full") ? 600 : 60);

  /** A seed that has begun is gone through to its end. */
  private static final int GRACE_SECONDS = 300;

  @TempDir private static Path directory;

  @Test
  void theModelHoldsOnADirectoryOfThisMachine() throws Exception {
    Path local = Files.createDirectory(directory.resolve("local"));
    assertThat(check(3, List.of(), local, local, local)).endsWith("seeds passed\n");
  }

  @Test
  void mountsKeepWhatTheyPromise() throws Exception {
    try (MountedDirectory mounted = MountedDirectory.start(directory)) {
      Path first = mounted.mountElsewhere("a", DataPath.CLIENT, Duration.ofSeconds(1));
      Path second = mounted.mountElsewhere("b", DataPath.CLIENT, Duration.ofSeconds(1));
      Path third = mounted.mountElsewhere("c", DataPath.SERVER, Duration.ZERO);
      assertThat(check(SECONDS, List.of("--remembers=1,1,0"), first, second, third))
          .endsWith("seeds passed\n");
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
