package io.gigafs.cli.mount;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.mounting.MountLab;
import io.gigafs.fuse.mounting.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the end of mounts in child processes. */
class ChildMountIT {
  private static final Duration START = Duration.ofMinutes(2);

  @TempDir private Path directory = Path.of(".");

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  private ChildMount start(String source) throws IOException {
    return ChildMount.start(
        directory.resolve("mount.log"),
        List.of("-Xmx64m", "-XX:TieredStopAtLevel=1"),
        List.of(),
        source,
        Files.createDirectory(directory.resolve("mnt")));
  }

  private List<Path> mounted() throws IOException {
    return MountTable.ofThisProcess().below(directory.toRealPath());
  }

  @Test
  void killedProcessLeavesNoMount() throws Exception {
    try (ChildMount mount = start("memory:")) {
      mount.awaitReady(START);
      assertThat(mounted()).hasSize(1);
      ProcessHandle.of(mount.pid()).orElseThrow().destroyForcibly();
    }
    assertThat(mounted()).isEmpty();
    assertThat(directory.resolve("mnt")).isEmptyDirectory();
  }

  @Test
  void closeEndsAPendingMountAtOnce() throws Exception {
    // No server answers at this address; the mount would retry for half a minute.
    try (ChildMount mount = start("giga://127.0.0.1:1/")) {
      assertThat(mount.pid()).isPositive();
    }
    assertThat(mounted()).isEmpty();
  }
}
