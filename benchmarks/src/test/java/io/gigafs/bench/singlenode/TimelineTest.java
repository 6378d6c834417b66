package io.gigafs.bench.singlenode;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.bench.singlenode.Timeline.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests rates and lines of a timeline, and reading its file. */
class TimelineTest {
  @TempDir Path directory;

  /** 100 per second for two seconds, then 25 per second for four. */
  private final Timeline slowing =
      new Timeline(
          List.of(new Sample(0, 0), new Sample(1, 100), new Sample(2, 200), new Sample(6, 300)));

  @Test
  void ratesAreComputedOverRangesOfFiles() {
    assertThat(slowing.rate()).isEqualTo(50);
    assertThat(slowing.rate(0, 150)).isEqualTo(100);
    assertThat(slowing.rate(220, 300)).isEqualTo(25);
  }

  @Test
  void lineHasTheRateOfEachStep() {
    assertThat(slowing.line("x").y()).containsExactly(100.0, 100.0, 25.0);
    assertThat(slowing.line("x").x()).containsExactly(1.0, 2.0, 6.0);
  }

  @Test
  void incompleteLineIsIgnored() throws IOException {
    Path file = Files.writeString(directory.resolve("timeline"), "0.5 10\n1.0 2");
    assertThat(Timeline.read(file).samples())
        .containsExactly(new Sample(0, 0), new Sample(0.5, 10));
  }
}
