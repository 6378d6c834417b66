package io.gigafs.cache.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.TestSeeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Repeatedly kills processes that change blocks in one directory. No block may have bytes that were
 * never put or that are older than the last completed change, and no block may be damaged.
 */
class KilledStoreTest {
  private static final int ROUNDS = Boolean.getBoolean("giga.full") ? 200 : 5;
  private static final int MAX_LINES = 120;

  @TempDir private Path parent;

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void killLeavesNoWrongBytes() throws Exception {
    Path directory = parent.resolve("store");
    Path progressFile = parent.resolve("progress");
    StoreUnderLoad.Progress progress = new StoreUnderLoad.Progress(progressFile);
    long seed = TestSeeds.one(1);
    Random random = new Random(seed);
    int found = 0;
    for (int round = 0; round < ROUNDS; round++) {
      loadAndKill(directory, progressFile, random);
      found += check(directory, progress, "seed " + seed + ", round " + round);
    }
    assertThat(found).isGreaterThan(ROUNDS * StoreUnderLoad.KEYS / 20);
  }

  private static void loadAndKill(Path directory, Path progressFile, Random random)
      throws IOException, InterruptedException {
    Process process = start(directory, progressFile, random.nextLong());
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = 1 + random.nextInt(MAX_LINES); i > 0; i--) {
        assertThat(lines.readLine()).isEqualTo("calls");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private static Process start(Path directory, Path progressFile, long seed) throws IOException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                StoreUnderLoad.class.getName(),
                directory.toString(),
                progressFile.toString(),
                Long.toString(seed)))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static int check(Path directory, StoreUnderLoad.Progress progress, String where)
      throws IOException {
    int found = 0;
    try (SegmentStore store = StoreUnderLoad.open(directory)) {
      for (int number = 0; number < StoreUnderLoad.KEYS; number++) {
        byte[] read = StoreUnderLoad.read(store, number);
        if (read != null) {
          long change = StoreUnderLoad.changeOf(number, read);
          assertThat(change)
              .as("change of key %s, %s", number, where)
              .isBetween(progress.done(number), progress.begun(number));
          found++;
        }
      }
      assertThat(store.usage().damaged()).as("damaged blocks, %s", where).isZero();
    }
    return found;
  }

  @Test
  void directoryInUseByAnotherProcessIsNotOpened() throws Exception {
    Path directory = parent.resolve("store");
    Process process = start(directory, parent.resolve("progress"), 1);
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      assertThat(lines.readLine()).isEqualTo("calls");
      assertThatThrownBy(() -> StoreUnderLoad.open(directory))
          .hasMessageContaining("is in use by process " + process.pid());
    } finally {
      process.destroyForcibly().waitFor();
    }
    StoreUnderLoad.open(directory).close();
  }
}
