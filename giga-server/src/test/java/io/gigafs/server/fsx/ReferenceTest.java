package io.gigafs.server.fsx;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.server.fsx.FsxComparison.Failure;
import io.gigafs.server.fsx.RandomFileSteps.Shape;
import io.gigafs.server.migration.WorkFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reference behaves like the kernel, and a bug is shrunk to few steps. */
class ReferenceTest {
  private static final int STEPS = 5_000;

  @TempDir Path directory;

  private static Shape shape() {
    return new Shape(2, 1, 1_000, 20_000, Map.of(FsxCall.WRITE_OUTSIDE, 2));
  }

  private Path emptyDirectory() {
    try {
      Path files = directory.resolve("files");
      WorkFolder.remove(files);
      return Files.createDirectories(files);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2, 3})
  void referenceBehavesLikeTheKernel(long seed) throws Exception {
    try (KernelSide kernel = new KernelSide(emptyDirectory())) {
      Failure failure = new FsxComparison(kernel, 2).draw(new Random(seed), shape(), STEPS);
      assertThat(failure).isNull();
    }
  }

  /** A side with a bug: bytes gained by truncation are not all zeros. */
  private static final class Forgetful extends KernelSide {
    Forgetful(Path directory) {
      super(directory);
    }

    @Override
    FsxResult byHandle(FsxStep step, FileChannel handle) throws IOException {
      boolean grows = step.call() == FsxCall.SET_LENGTH && step.at() > handle.size();
      long from = handle.size();
      FsxResult answer = super.byHandle(step, handle);
      if (grows && step.at() - from > 100) {
        handle.write(java.nio.ByteBuffer.wrap(new byte[] {1}), from + 50);
      }
      return answer;
    }
  }

  @Test
  void bugIsShrunkToFewSteps() {
    Failure failure =
        new FsxComparison(new Forgetful(emptyDirectory()), 2).draw(new Random(1), shape(), STEPS);
    assertThat(Objects.requireNonNull(failure).steps().size()).isGreaterThan(10);
    String report = failure.report(() -> new Forgetful(emptyDirectory()), 2);
    assertThat(report.lines().filter(line -> line.startsWith("  c")).count()).isEqualTo(2);
    assertThat(report).containsPattern("OPEN .*\n.*SET_LENGTH .*\n.*all of . by c0: read");
  }
}
