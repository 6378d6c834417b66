package io.gigafs.bench.experiment;

import io.gigafs.fuse.mounting.MountTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The working directory of an experiment. It can be removed even if a killed run has left file
 * systems mounted below it, on which walking the files would fail or hang. Not thread-safe.
 */
final class Workplace {
  private final Path directory;

  Workplace(Path directory) {
    this.directory = directory;
  }

  Path make() throws IOException {
    return Files.createDirectory(directory);
  }

  /** Unmounts everything mounted below it, and then deletes it, if it exists. */
  void remove() throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    for (Path mounted : MountTable.ofThisProcess().below(directory.toRealPath())) {
      unmount(mounted);
    }
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  /** Unmounts lazily, because processes that were left behind may still use the mount. */
  private static void unmount(Path mounted) throws IOException {
    Process process =
        new ProcessBuilder("umount", "-l", mounted.toString()).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.onExit().join().exitValue() != 0) {
      throw new IOException(mounted + " stays mounted: " + said);
    }
  }
}
