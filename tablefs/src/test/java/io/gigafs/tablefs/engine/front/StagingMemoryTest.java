package io.gigafs.tablefs.engine.front;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.engine.Boot;
import io.gigafs.tablefs.engine.LossRecords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the mapped file of the staging area across process restarts and reboots. */
final class StagingMemoryTest {
  private static final Boot BOOT = new Boot(UUID.randomUUID());

  @TempDir Path directory;

  private void fill(StagingMemory memory) {
    try (memory) {
      memory.begin(7);
      new SlotArray(memory).end(memory.slots() - 1, 5);
    }
  }

  private static StagingMemory map(Path file, Boot boot) throws IOException {
    return StagingMemory.ofFile(file, boot, false, LossRecords.NONE);
  }

  @Test
  void memorySurvivesProcessRestart() throws IOException {
    Path file = directory.resolve("nursery");
    fill(map(file, BOOT));
    try (StagingMemory memory = map(file, BOOT)) {
      assertThat(memory.generation()).isEqualTo(7);
      assertThat(memory.bytes().getLong(memory.offset(memory.slots() - 1) + Long.BYTES))
          .isEqualTo(5);
    }
  }

  @Test
  void rebootClearsTheMemory() throws IOException {
    Path file = directory.resolve("nursery");
    fill(map(file, BOOT));
    try (StagingMemory memory = map(file, new Boot(UUID.randomUUID()))) {
      assertThat(memory.generation()).isZero();
      assertThat(memory.bytes().getLong(memory.offset(memory.slots() - 1) + Long.BYTES)).isZero();
    }
  }

  @Test
  void fileOfAnotherSizeIsRecreated() throws IOException {
    Path file = directory.resolve("nursery");
    Files.writeString(file, "something else");
    try (StagingMemory memory = map(file, BOOT)) {
      assertThat(memory.generation()).isZero();
    }
  }

  @Test
  void sameBootIsRecognized() {
    Path file = directory.resolve("nursery");
    fill(StagingMemory.ofFile(file, false, LossRecords.NONE));
    try (StagingMemory memory = StagingMemory.ofFile(file, false, LossRecords.NONE)) {
      assertThat(memory.generation()).isEqualTo(7);
    }
  }

  @Test
  void mappingFailureNamesTheFile() {
    assertThatThrownBy(() -> StagingMemory.ofFile(directory, false, LossRecords.NONE))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(directory.toString());
  }
}
