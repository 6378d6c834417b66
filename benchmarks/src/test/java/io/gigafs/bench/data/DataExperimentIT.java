package io.gigafs.bench.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.experiment.Figure;
import io.gigafs.bench.experiment.Laboratory;
import io.gigafs.bench.experiment.Outcome;
import io.gigafs.bench.workload.Trial;
import io.gigafs.cli.Shell;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.fuse.mounting.MountLab;
import io.gigafs.fuse.mounting.MountTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs a small data path experiment, and stops a larger one. */
class DataExperimentIT {
  @TempDir Path directory;

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
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
    assertThat(MountTable.ofThisProcess().below(directory.toRealPath())).isEmpty();
  }

  /** Stops the run during the start of mounts and during their use. */
  @ParameterizedTest
  @ValueSource(strings = {"mount1.log", "mnt1/data"})
  void stopEndsTheRunAndCleansUp(String sign) throws Exception {
    Laboratory laboratory = new Laboratory(Shell.ofThisProcess(GigaClients::connect), directory, 1);
    Path begun = directory.resolve("data/work/SERVER-2").resolve(sign);
    CompletableFuture<Void> stopped =
        CompletableFuture.runAsync(
            () -> {
              while (!Files.exists(begun)) {
                LockSupport.parkNanos(10_000_000);
              }
              laboratory.stop();
            });
    Outcome outcome =
        laboratory.run(
            new DataExperiment(), Map.of("applications", "2", "files", "1000", "bytes", "100000"));
    stopped.join();
    Thread.interrupted();
    assertThat(outcome.end()).isEqualTo(Outcome.INTERRUPTED);
    assertThat(MountTable.ofThisProcess().below(directory.toRealPath())).isEmpty();
    assertThat(directory.resolve("data")).isDirectoryNotContaining("glob:**/work");
    assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive)).isEmpty();
  }
}
