package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** Lock for a directory that only one process may use; it ends with the process. */
final class ProcessLock implements AutoCloseable {
  private final FileChannel channel;

  private ProcessLock(FileChannel channel) {
    this.channel = channel;
  }

  /** Locks a directory, which is created if missing; fails with the reason if it is locked. */
  static ProcessLock of(Path directory, String reason) {
    @Nullable FileLock lock;
    FileChannel channel;
    try {
      Files.createDirectories(directory);
      channel =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw CommandException.failed("--dir: cannot use " + directory + ": " + ErrorText.of(e), e);
    }
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    } catch (IOException e) {
      closeQuietly(channel);
      throw CommandException.failed("--dir: cannot lock " + directory + ": " + ErrorText.of(e), e);
    }
    if (lock == null) {
      closeQuietly(channel);
      throw CommandException.failed(
          "--dir: " + directory + " is in use: " + reason + "; stop that, or name another");
    }
    return new ProcessLock(channel);
  }

  private static void closeQuietly(FileChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
