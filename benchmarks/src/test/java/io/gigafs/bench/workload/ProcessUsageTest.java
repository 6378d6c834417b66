package io.gigafs.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the processor time, memory and writes read from /proc. */
class ProcessUsageTest {
  @Test
  void processNameMayContainParentheses() {
    String stat = "42 (a) b) S 1 42 42 0 -1 4194304 100 0 0 0 250 150 0 0 20 0 1 0 7 8 9";
    assertThat(ProcessUsage.cpuSeconds(stat)).isEqualTo(4);
  }

  @Test
  void usageIsReadFromTheSystem() throws IOException {
    ProcessUsage before = ProcessUsage.of(List.of(ProcessHandle.current().pid()));
    assertThat(before.cpuSeconds()).isPositive();
    assertThat(before.peakMebibytes()).isPositive();
    assertThat(before.writtenBytes()).isNotNegative();
    assertThat(ProcessUsage.of(List.of())).isEqualTo(new ProcessUsage(0, 0, 0));
  }
}
