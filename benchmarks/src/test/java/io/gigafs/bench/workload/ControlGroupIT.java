package io.gigafs.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests control groups of processes; needs root. */
class ControlGroupIT {
  private static final double SHARE = 0.2;

  @BeforeEach
  void needsTheRightToMakeGroups() {
    if (System.getenv("CI") == null) {
      assumeThat(System.getProperty("user.name")).isEqualTo("root");
    }
  }

  @Test
  void groupLimitsABusyProcessToItsShare() throws Exception {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try (ControlGroup group = ControlGroup.make("test", SHARE)) {
      group.add(busy.pid());
      ControlGroup.Usage before = group.usage();
      long began = System.nanoTime(); // before the first count, so that a stall here adds to both
      Duration processorBefore = busy.info().totalCpuDuration().orElseThrow();
      Thread.sleep(2_000);
      Duration used = busy.info().totalCpuDuration().orElseThrow().minus(processorBefore);

      double seconds = (System.nanoTime() - began) / 1e9;
      // The system counts processor time in hundredths of a second.
      assertThat(used.toMillis() / 1e3).isLessThan(SHARE * seconds * 1.1 + 0.05);
      assertThat(group.usage().since(before).usedUp()).isGreaterThan(0.5);
      busy.destroyForcibly().waitFor();
    } finally {
      busy.destroyForcibly();
    }
  }

  @Test
  void closeRemovesTheGroup() throws Exception {
    Path groups;
    try (ControlGroup group = ControlGroup.make("gone", SHARE)) {
      groups = group.directory();
      assertThat(groups).isDirectory();
    }
    assertThat(Files.exists(groups)).isFalse();
  }

  @Test
  void refusesSharesBelowTheKernelMinimum() {
    assertThatThrownBy(() -> ControlGroup.make("test", 0.01))
        .hasMessage("a share of a processor is at least 0.05, not 0.01");
  }
}
