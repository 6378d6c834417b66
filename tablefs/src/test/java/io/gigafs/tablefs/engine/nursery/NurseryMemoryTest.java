package io.gigafs.tablefs.engine.nursery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NurseryMemoryTest {
  private static final UUID BOOT = UUID.randomUUID();

  @TempDir Path directory;

  private void fill(NurseryMemory memory) {
    try (memory) {
      memory.begin(7);
      memory.bytes().putLong(memory.offset(memory.cells() - 1), 5);
    }
  }

  @Test
  void outlivesTheProcess() throws IOException {
    Path file = directory.resolve("nursery");
    fill(NurseryMemory.ofFile(file, BOOT));
    try (NurseryMemory memory = NurseryMemory.ofFile(file, BOOT)) {
      assertThat(memory.generation()).isEqualTo(7);
      assertThat(memory.bytes().getLong(memory.offset(memory.cells() - 1))).isEqualTo(5);
    }
  }

  @Test
  void endsWithTheMachine() throws IOException {
    Path file = directory.resolve("nursery");
    fill(NurseryMemory.ofFile(file, BOOT));
    try (NurseryMemory memory = NurseryMemory.ofFile(file, UUID.randomUUID())) {
      assertThat(memory.generation()).isZero();
      assertThat(memory.bytes().getLong(memory.offset(memory.cells() - 1))).isZero();
    }
  }

  @Test
  void fileOfAnotherSizeIsMadeAnew() throws IOException {
    Path file = directory.resolve("nursery");
    Files.writeString(file, "something else");
    try (NurseryMemory memory = NurseryMemory.ofFile(file, BOOT)) {
      assertThat(memory.generation()).isZero();
    }
  }

  @Test
  void sameBootIsKnownAgain() {
    Path file = directory.resolve("nursery");
    fill(NurseryMemory.ofFile(file));
    try (NurseryMemory memory = NurseryMemory.ofFile(file)) {
      assertThat(memory.generation()).isEqualTo(7);
    }
  }

  @Test
  void whatCannotBeMappedIsToldByItsName() {
    assertThatThrownBy(() -> NurseryMemory.ofFile(directory))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(directory.toString());
  }
}
