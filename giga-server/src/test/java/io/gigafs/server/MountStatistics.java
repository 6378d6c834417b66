package io.gigafs.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The statistics that a mount reports in {@code .giga/stats}. */
public final class MountStatistics {
  private MountStatistics() {}

  /** Returns the counter of this name. */
  public static long count(Path mount, String name) throws IOException {
    return Files.readAllLines(mount.resolve(".giga/stats")).stream()
        .filter(line -> line.startsWith(name + " "))
        .mapToLong(line -> Long.parseLong(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow();
  }
}
