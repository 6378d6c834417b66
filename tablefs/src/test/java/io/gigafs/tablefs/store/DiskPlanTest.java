package io.gigafs.tablefs.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.tablefs.StoreSettings;
import io.gigafs.tablefs.store.DataDirectory.DiskPlan;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests how reserve and write buffer follow from the size of the disk and from settings. */
final class DiskPlanTest {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final StoreSettings USUAL = StoreSettings.of(Path.of(""));

  @ParameterizedTest
  @ValueSource(longs = {300, 700, 1_024, 4_096, 10_240, 102_400, 1_048_576})
  void reserveSufficesForDeletions(long diskMib) {
    DiskPlan plan = DiskPlan.of(USUAL, diskMib * MIB);
    assertThat(plan.reserveBytes()).isGreaterThanOrEqualTo(16 * plan.writeBufferBytes());
    assertThat(plan.reserveBytes()).isLessThanOrEqualTo(diskMib * MIB / 8);
    assertThat(plan.writeBufferBytes()).isBetween(MIB, USUAL.writeBufferBytes());
  }

  @Test
  void largeDisksUseTheDefaultWriteBuffer() {
    assertThat(DiskPlan.of(USUAL, 8 * GIB).writeBufferBytes()).isEqualTo(64 * MIB);
    assertThat(DiskPlan.of(USUAL, 1_024 * GIB)).isEqualTo(new DiskPlan(64 * MIB, GIB));
  }

  @Test
  void largerConfiguredReserveIsUsed() {
    StoreSettings wished = USUAL.toBuilder().reserveBytes(4 * GIB).build();
    assertThat(DiskPlan.of(wished, 1_024 * GIB).reserveBytes()).isEqualTo(4 * GIB);
    assertThat(DiskPlan.of(wished, 40 * GIB).reserveBytes()).isEqualTo(2 * GIB);
  }

  @Test
  void configuredZeroReserveIsUsed() {
    StoreSettings wished = USUAL.toBuilder().reserveBytes(0).build();
    assertThat(DiskPlan.of(wished, GIB).reserveBytes()).isZero();
  }
}
