package io.gigafs.tablefs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A real file system, small enough to fill, for tests that run as root on Linux. Closing unmounts
 * it.
 */
public final class SmallDisk implements AutoCloseable {
  private static final String BALLAST = "BALLAST";
  private static final int PIECE_BYTES = 64 << 10;
  private static final long COMMAND_SECONDS = 60;

  private final Path path;

  private SmallDisk(Path path) {
    this.path = path;
  }

  /** Creates a directory and mounts a tmpfs there. */
  public static SmallDisk inMemory(Path path, long bytes) throws IOException {
    Files.createDirectories(path);
    run("mount", "-t", "tmpfs", "-o", "size=" + bytes, "tmpfs", path.toString());
    return new SmallDisk(path);
  }

  /** Creates a file with an ext4 and a directory where it is mounted. */
  public static SmallDisk inFile(Path file, Path path, long bytes) throws IOException {
    Files.createDirectories(path);
    run("truncate", "-s", Long.toString(bytes), file.toString());
    run("mkfs.ext4", "-q", file.toString());
    return mounted(file, path);
  }

  /** Mounts a file of {@link #inFile} again. */
  public static SmallDisk mounted(Path file, Path path) throws IOException {
    run("mount", "-o", "loop,errors=remount-ro", file.toString(), path.toString());
    return new SmallDisk(path);
  }

  public Path path() {
    return path;
  }

  /** Writes a file until at most the given number of bytes is free. */
  public void fill(long leftBytes) throws IOException {
    FileStore disk = Files.getFileStore(path);
    byte[] piece = new byte[PIECE_BYTES];
    try (OutputStream out = Files.newOutputStream(path.resolve(BALLAST))) {
      while (disk.getUsableSpace() > leftBytes) {
        out.write(piece, 0, (int) Math.min(PIECE_BYTES, disk.getUsableSpace() - leftBytes));
      }
    }
  }

  /** Deletes the file that {@link #fill} wrote. */
  public void empty() throws IOException {
    Files.delete(path.resolve(BALLAST));
  }

  /**
   * Triggers an ext4 error in the kernel. The file system is then read-only until it is mounted
   * again.
   */
  public void breakDown() throws IOException {
    String device = Files.getFileStore(path).name();
    Path trigger =
        Path.of("/sys/fs/ext4", Path.of(device).getFileName().toString(), "trigger_fs_error");
    Files.writeString(trigger, "test");
  }

  private static void run(String... command) throws IOException {
    Process process = new ProcessBuilder(List.of(command)).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(
            String.join(" ", command)
                + " failed: "
                + output.strip()
                + " (this test needs root, mount, and mkfs.ext4 for a disk in a file)");
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    run("umount", path.toString());
  }
}
