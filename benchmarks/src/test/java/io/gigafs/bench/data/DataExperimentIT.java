package io.gigafs.bench.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.workload.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class DataExperimentIT {
  @TempDir Path directory;

  @BeforeEach
  void needsTheKernel() {
    if (System.getenv("CI") == null) {
      assumeThat(Path.of("/dev/fuse"))
          .withFailMessage("nothing is mounted: /dev/fuse is not there for this user")
          .isWritable();
      assumeThat(System.getProperty("user.name")).isEqualTo("root");
    }
    assertThat(Path.of("/dev/fuse")).isWritable();
  }

  @Test
  void measuresAllPaths() throws IOException {
    Trial trial =
        Trial.of(
            new DataExperiment(),
            directory,
            Map.of("applications", "1", "files", "2", "bytes", "1000001"));
    assertThat(trial.outcome().run().figures())
        .hasSameSizeAs(Route.values())
        .allSatisfy(figure -> assertThat(figure.value()).isPositive())
        .extracting(Figure::name)
        .contains("bytes, path 3, symlink, applications: 1");
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
  }
}
