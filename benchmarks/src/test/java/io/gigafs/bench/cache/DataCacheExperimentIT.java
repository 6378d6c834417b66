package io.gigafs.bench.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.workload.Trial;
import io.gigafs.fuse.mounting.MountLab;
import io.gigafs.fuse.mounting.MountTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a small data cache experiment with client and mount. */
class DataCacheExperimentIT {
  @TempDir Path directory;

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  @Test
  void clientAndMountReadBackTheirFiles() throws IOException {
    Trial trial =
        Trial.of(
            new DataCacheExperiment(),
            directory,
            Map.of("bytes", "4194304", "delay", "100", "rounds", "1"));
    assertThat(trial.outcome().run().figures())
        .allSatisfy(figure -> assertThat(figure.value()).isPositive())
        .extracting(Figure::name)
        .contains("client, second pass, to local file", "mount, second pass, to local file");
    assertThat(MountTable.ofThisProcess().below(directory.toRealPath())).isEmpty();
  }
}
