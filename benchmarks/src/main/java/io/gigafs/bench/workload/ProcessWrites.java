package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The bytes that a process of this machine has written to disks, as counted by Linux: pages of
 * files that it made dirty, whether they are on the disk yet or not.
 *
 * @param pid process id
 */
public record ProcessWrites(long pid) {
  private static final String WRITTEN = "write_bytes: ";

  /** Bytes since the process began; 0 on systems without this counter. */
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
