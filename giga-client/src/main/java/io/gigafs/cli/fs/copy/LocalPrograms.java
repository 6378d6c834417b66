package io.gigafs.cli.fs.copy;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Programs of this machine for operations that Java lacks: setfattr(1), mknod(1). */
final class LocalPrograms {
  private static final long SECONDS = 30;

  private LocalPrograms() {}

  /** Runs a program to its end; fails with its error message. */
  static void run(String... command) throws IOException {
    Process process;
    try {
      process = new ProcessBuilder(command).redirectErrorStream(true).start();
    } catch (IOException e) {
      throw new IOException(command[0] + " cannot be run: " + ErrorText.of(e), e);
    }
    try {
      process.getOutputStream().close();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
        throw new IOException(command[0] + " does not end");
      }
      if (process.exitValue() != 0) {
        throw new IOException(ErrorText.oneLine(said));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw CommandException.failed("interrupted", e);
    } finally {
      process.destroy();
    }
  }
}
