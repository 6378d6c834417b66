package io.gigafs.bench.singlenode;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A file system in a file, mounted until it is closed. */
final class LoopDisk implements AutoCloseable {
  private static final long COMMAND_SECONDS = 600;

  private final Path image;
  private final Path directory;
  private final FlushInterval interval;

  private LoopDisk(Path image, Path directory, FlushInterval interval) {
    this.image = image;
    this.directory = directory;
    this.interval = interval;
  }

  /**
   * Creates and mounts a file system, which requires root.
   *
   * @param place an empty directory for both
   * @throws IOException with a user-readable message, if this machine cannot do it
   */
  static LoopDisk mount(FileSystem system, Path place, long files)
      throws IOException, InterruptedException {
    Path image = place.resolve(system.label() + ".image");
    Path directory = Files.createDirectory(place.resolve(system.label()));
    try (RandomAccessFile file = new RandomAccessFile(image.toFile(), "rw")) {
      file.setLength(system.imageBytes(files));
    }
    try {
      run(system.make(image.toString(), files));
      run(system.mount(image.toString(), directory.toString()));
      return new LoopDisk(image, directory, FlushInterval.of(system));
    } catch (IOException e) {
      Files.delete(image);
      throw e;
    }
  }

  Path directory() {
    return directory;
  }

  /** Space in use, after a sync. */
  long usedBytes() throws IOException, InterruptedException {
    run(List.of("sync", "-f", directory.toString()));
    FileStore store = Files.getFileStore(directory);
    return store.getTotalSpace() - store.getUnallocatedSpace();
  }

  /** Completes even if this thread is interrupted, and preserves the interrupt status. */
  @Override
  public void close() throws IOException {
    boolean interrupted = Thread.interrupted();
    try (interval) {
      run(List.of("umount", directory.toString()));
      Files.delete(image);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(command.get(0) + " does not end");
    }
    if (process.exitValue() != 0) {
      throw new IOException(String.join(" ", command) + ": " + said);
    }
  }
}
