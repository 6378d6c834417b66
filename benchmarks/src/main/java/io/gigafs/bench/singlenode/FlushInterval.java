package io.gigafs.bench.singlenode;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Sets the interval at which XFS writes out its log to 5 s until it is closed. This is a setting of
 * the kernel and not a mount option.
 */
final class FlushInterval implements AutoCloseable {
  private static final Path SETTING = Path.of("/proc/sys/fs/xfs/xfssyncd_centisecs");
  private static final String CENTISECONDS = "500";

  private final @Nullable String before;

  private FlushInterval(@Nullable String before) {
    this.before = before;
  }

  /** Changes the setting if it concerns the file system, which must be mounted. */
  static FlushInterval of(FileSystem system) throws IOException {
    if (system != FileSystem.XFS) {
      return new FlushInterval(null);
    }
    // The kernel returns a setting only if all of it is read at once, as a buffered reader does.
    try (BufferedReader setting = Files.newBufferedReader(SETTING)) {
      FlushInterval interval = new FlushInterval(setting.readLine());
      Files.writeString(SETTING, CENTISECONDS);
      return interval;
    }
  }

  @Override
  public void close() throws IOException {
    if (before != null) {
      Files.writeString(SETTING, before);
    }
  }
}
