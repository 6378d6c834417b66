package io.gigafs.bench.compaction;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.EntryRange;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that both key layouts do the same work, so that their rates can be compared. */
class LayoutTest {
  private static final int ENTRIES = 5_000;
  private static final EntryRange UPPER_HALF = new EntryRange(Layout.DIRECTORY, Long.MIN_VALUE, -1);

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(Arrival.class)
  void splitsMoveTheSameRows(Arrival arrival) throws IOException, InterruptedException {
    assertThat(moved(Layout.HASH, arrival))
        .isEqualTo(moved(Layout.NAME, arrival))
        .isBetween(2_300L, 2_700L);
  }

  private long moved(Layout layout, Arrival arrival) throws IOException, InterruptedException {
    try (Subject subject =
        new Subject(layout, arrival, 7, directory.resolve(layout.name()), 1 << 20)) {
      assertThat(subject.create(ENTRIES)).isPositive();
      assertThat(subject.list()).isPositive();
      assertThat(subject.lookUp(100)).isPositive();
      long rows = subject.split(UPPER_HALF).rows();
      assertThat(subject.made()).isEqualTo(ENTRIES - rows);
      // The listing checks that exactly the remaining entries exist.
      assertThat(subject.list()).isPositive();
      return rows;
    }
  }
}
