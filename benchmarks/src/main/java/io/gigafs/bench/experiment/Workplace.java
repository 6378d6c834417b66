package io.gigafs.bench.experiment;

import io.gigafs.fuse.binding.MountTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The directory that an experiment works in. It can be removed with what a run that was killed has
 * left mounted below it, on which a walk over its files would fail, or not end. For one thread.
 */
final class Workplace {
  private final Path directory;

  Workplace(Path directory) {
    this.directory = directory;
  }

  Path make() throws IOException {
    return Files.createDirectory(directory);
  }

  /** Unmounts what is mounted below it, and then deletes it, if it is there. */
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

  /** Lazily, for who still uses it was left behind as well. */
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
