package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How much a process of this machine has had written to disks, as Linux counts: pages of files that
 * it made dirty, whether they are on the disk yet or not.
 *
 * @param pid its number with the operating system
 */
public record ProcessWrites(long pid) {
  private static final String WRITTEN = "write_bytes: ";

  /** Bytes since the process began; 0 on systems that do not count. */
  public long bytes() throws IOException {
    Path counts = Path.of("/proc", Long.toString(pid), "io");
    if (!Files.exists(counts)) {
      return 0;
    }
    for (String line : Files.readAllLines(counts)) {
      if (line.startsWith(WRITTEN)) {
        return Long.parseLong(line.substring(WRITTEN.length()));
      }
    }
    return 0;
  }
}
