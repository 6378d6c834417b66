package io.gigafs.tablefs.engine.nursery;

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

final class NurseryMemoryTest {
  private static final Boot BOOT = new Boot(UUID.randomUUID());

  @TempDir Path directory;

  private void fill(NurseryMemory memory) {
    try (memory) {
      memory.begin(7);
      new Cells(memory).end(memory.cells() - 1, 5);
    }
  }

  private static NurseryMemory map(Path file, Boot boot) throws IOException {
    return NurseryMemory.ofFile(file, boot, false, LossRecords.NONE);
  }

  @Test
  void outlivesTheProcess() throws IOException {
    Path file = directory.resolve("nursery");
    fill(map(file, BOOT));
    try (NurseryMemory memory = map(file, BOOT)) {
      assertThat(memory.generation()).isEqualTo(7);
      assertThat(memory.bytes().getLong(memory.offset(memory.cells() - 1) + Long.BYTES))
          .isEqualTo(5);
    }
  }

  @Test
  void endsWithTheMachine() throws IOException {
    Path file = directory.resolve("nursery");
    fill(map(file, BOOT));
    try (NurseryMemory memory = map(file, new Boot(UUID.randomUUID()))) {
      assertThat(memory.generation()).isZero();
      assertThat(memory.bytes().getLong(memory.offset(memory.cells() - 1) + Long.BYTES)).isZero();
    }
  }

  @Test
  void fileOfAnotherSizeIsMadeAnew() throws IOException {
    Path file = directory.resolve("nursery");
    Files.writeString(file, "something else");
    try (NurseryMemory memory = map(file, BOOT)) {
      assertThat(memory.generation()).isZero();
    }
  }

  @Test
  void sameBootIsKnownAgain() {
    Path file = directory.resolve("nursery");
    fill(NurseryMemory.ofFile(file, false, LossRecords.NONE));
    try (NurseryMemory memory = NurseryMemory.ofFile(file, false, LossRecords.NONE)) {
      assertThat(memory.generation()).isEqualTo(7);
    }
  }

  @Test
  void whatCannotBeMappedIsToldByItsName() {
    assertThatThrownBy(() -> NurseryMemory.ofFile(directory, false, LossRecords.NONE))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(directory.toString());
  }
}
