package io.gigafs.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.mounting.MountLab;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs a soak of seconds and checks its results, not that nothing grows. */
class SoakIT {
  private static final Duration LONGEST = Duration.ofSeconds(90);

  @TempDir private Path directory;

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  private static Soak soak(Path run, Duration length) {
    return new Soak(new Soak.Plan(run, length, Duration.ofMillis(200), 256, 1));
  }

  @Test
  void samplesShowTheUsageOfProcesses() throws Exception {
    // A busy machine needs more time for the samples of a verdict.
    Path run;
    SoakResult result;
    Duration length = Duration.ofSeconds(6);
    do {
      run = Files.createDirectory(directory.resolve(length.toString()));
      result = soak(run, length).run();
      length = length.multipliedBy(2);
    } while (result.verdict().equals("short") && length.compareTo(LONGEST) < 0);
    assertThat(result.toJson().toString()).contains("\"failure\":\"\"", "\"errors\":0");
    assertThat(result.verdict()).isIn("constant", "growing");
    List<String> rows = Files.readAllLines(run.resolve("samples.csv"));
    assertThat(rows.get(0))
        .isEqualTo(
            "seconds,operations,errors,"
                + "cluster_heap_mib,cluster_java_mib,cluster_memory_mib,cluster_threads,cluster_descriptors,"
                + "mount_heap_mib,mount_java_mib,mount_memory_mib,mount_threads,mount_descriptors");
    assertThat(rows).hasSizeGreaterThan(12);
    String[] last = rows.get(rows.size() - 1).split(",", -1);
    assertThat(Long.parseLong(last[1])).as("operations").isGreaterThan(100);
    for (int column = 3; column < last.length; column++) {
      assertThat(Double.parseDouble(last[column])).as("column %d", column).isPositive();
    }
    BufferedImage plot = ImageIO.read(run.resolve("plot.png").toFile());
    assertThat(plot.getHeight()).isEqualTo(5 * 320);
    assertThat(Files.readString(run.resolve("result.json"))).contains("\"verdict\":");
    for (String process : List.of("cluster", "mount")) {
      assertThat(Files.readString(run.resolve(process + "-native.txt")))
          .contains("Java Heap (reserved=", "Thread (reserved=");
    }
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
  }

  @Test
  void samplesAreReportedAlthoughAProcessDies() throws Exception {
    Soak soak = soak(directory, Duration.ofHours(1));
    CompletableFuture<SoakResult> running =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return soak.run();
              } catch (IOException | InterruptedException e) {
                throw new CompletionException(e);
              }
            });
    Path looks = directory.resolve("mount-gc.log");
    while (!running.isDone() && !isLookedAtTwice(looks)) {
      Thread.sleep(100);
    }
    ProcessHandle.current()
        .descendants()
        .filter(each -> each.info().commandLine().orElse("").contains(looks.toString()))
        .forEach(ProcessHandle::destroyForcibly);

    SoakResult result = running.get(300, TimeUnit.SECONDS);

    assertThat(result.verdict()).isEqualTo("failed");
    assertThat(result.toJson().toString()).contains("a process cannot be probed any more");
    assertThat(directory.resolve("result.json")).exists();
    assertThat(Files.readAllLines(directory.resolve("samples.csv"))).hasSizeGreaterThan(1);
  }

  /** Two full collections show that the first sample is complete. */
  private static boolean isLookedAtTwice(Path collections) throws IOException {
    return Files.exists(collections)
        && Files.readAllLines(collections).stream()
                .filter(line -> line.contains("Pause Full"))
                .count()
            > 1;
  }

  @Test
  void stopEndsTheSoak() throws Exception {
    Soak soak = soak(directory, Duration.ofHours(1));
    soak.stop();
    SoakResult result = soak.run();
    assertThat(result.verdict()).isEqualTo("short");
    assertThat(directory.resolve("plot.png")).exists();
  }
}
