package io.gigafs.cli.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This machine's page cache. */
final class PageCache {
  private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

  private PageCache() {}

  /** Drops all clean pages. */
  static void drop() throws IOException {
    try {
      Files.writeString(DROP, "3");
    } catch (IOException e) {
      throw new IOException(
          "cannot empty the page cache: " + DROP + " takes root, outside of most containers", e);
    }
  }
}
