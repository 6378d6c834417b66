package io.gigafs.volume.posix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A small file system in memory, for tests that run as root on Linux. Closing unmounts it. */
public final class MountedMemory implements AutoCloseable {
  private static final long COMMAND_SECONDS = 60;

  private final Path path;

  /** Creates a directory and mounts a file system there. */
  public MountedMemory(Path path, String size) throws IOException {
    this.path = path;
    Files.createDirectories(path);
    run("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", path.toString());
  }

  public Path path() {
    return path;
  }

  /** Remounts with an option such as {@code ro}. */
  void remount(String option) throws IOException {
    run("mount", "-o", "remount," + option, path.toString());
  }

  /** Runs a command, which must succeed, and returns its output. */
  static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(
            String.join(" ", command) + " failed: " + output.strip() + " (needs root)");
      }
      return output;
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    run("umount", path.toString());
  }
}
