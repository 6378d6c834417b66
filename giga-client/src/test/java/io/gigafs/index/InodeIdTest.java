package io.gigafs.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for inode ids and the slots of their partitions. */
class InodeIdTest {
  @ParameterizedTest
  @CsvSource({"0, 16", "63, 17", "65535, 281474976710655", "32768, 0"})
  void inodeIdConsistsOfSlotAndCounter(int slot, long counter) {
    InodeId id = InodeId.of(slot, counter);

    assertThat(id.zerothSlot()).isEqualTo(slot);
    assertThat(id.counter()).isEqualTo(counter);
    assertThat(id).isEqualTo(new InodeId(id.value())).hasToString(slot + ":" + counter);
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "65536, 0", "0, -1", "0, 281474976710656"})
  void refusesNumbersOutOfRange(int slot, long counter) {
    assertThatIllegalArgumentException().isThrownBy(() -> InodeId.of(slot, counter));
  }

  @Test
  void fixedIdsAreBelowTheFirstCounter() {
    assertThat(InodeId.ROOT.zerothSlot()).isZero();
    assertThat(InodeId.SUPER_ROOT.zerothSlot()).isZero();
    assertThat(InodeId.ROOT.counter()).isLessThan(InodeId.FIRST_COUNTER);
    assertThat(InodeId.SUPER_ROOT).isNotEqualTo(InodeId.ROOT);
  }

  @Test
  void partitionsWrapAroundTheSlots() {
    InodeId directory = InodeId.of(62, 16);

    assertThat(directory.slotOf(PartitionIndex.ZEROTH, 64)).isEqualTo(62);
    assertThat(directory.slotOf(new PartitionIndex(1), 64)).isEqualTo(63);
    assertThat(directory.slotOf(new PartitionIndex(2), 64)).isZero();
    assertThat(InodeId.of(65_535, 16).slotOf(new PartitionIndex(65_535), 65_536)).isEqualTo(65_534);
  }

  /** Once a directory spans all slots, splitting moves nothing between slots. */
  @Test
  void deepSplitStaysOnItsSlot() {
    InodeId directory = InodeId.of(5, 16);
    Partition partition = new Partition(new PartitionIndex(37), 6);

    assertThat(directory.slotOf(partition.child().index(), 64))
        .isEqualTo(directory.slotOf(partition.index(), 64));
  }
}
