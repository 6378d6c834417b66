package io.gigafs.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** This machine's page cache. */
public final class PageCache {
  private static final Path DROP = Path.of("/proc/sys/vm/drop_caches");

  private PageCache() {}

  /** Whether this process may drop pages: it requires root. */
  public static boolean isDroppable() {
    return Files.isWritable(DROP);
  }

  /** Drops all clean pages. */
  public static void drop() throws IOException {
    try {
      Files.writeString(DROP, "3");
    } catch (IOException e) {
      throw new IOException(
          "cannot empty the page cache: " + DROP + " takes root, outside of most containers", e);
    }
  }
}
