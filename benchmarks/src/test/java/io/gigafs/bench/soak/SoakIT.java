package io.gigafs.bench.soak;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.MountLab;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A soak of seconds: that it does what it is to do, not that nothing grows. */
@Timeout(180)
class SoakIT {
  @TempDir private Path directory;

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  private Soak soak(Duration length) {
    return new Soak(new Soak.Plan(directory, length, Duration.ofMillis(200), 256, 1));
  }

  @Test
  void seesWhatProcessesUseWhileTheyWork() throws Exception {
    SoakResult result = soak(Duration.ofSeconds(6)).run();
    assertThat(result.toJson().toString()).contains("\"failure\":\"\"", "\"errors\":0");
    assertThat(result.verdict()).isIn("constant", "growing");
    List<String> rows = Files.readAllLines(directory.resolve("samples.csv"));
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
    BufferedImage plot = ImageIO.read(directory.resolve("plot.png").toFile());
    assertThat(plot.getHeight()).isEqualTo(5 * 320);
    assertThat(Files.readString(directory.resolve("result.json"))).contains("\"verdict\":");
    for (String process : List.of("cluster", "mount")) {
      assertThat(Files.readString(directory.resolve(process + "-native.txt")))
          .contains("Java Heap (reserved=", "Thread (reserved=");
    }
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(directory.toString());
  }

  @Test
  void endsWhenItIsToldTo() throws Exception {
    Soak soak = soak(Duration.ofHours(1));
    soak.stop();
    SoakResult result = soak.run();
    assertThat(result.verdict()).isEqualTo("short");
    assertThat(directory.resolve("plot.png")).exists();
  }
}
