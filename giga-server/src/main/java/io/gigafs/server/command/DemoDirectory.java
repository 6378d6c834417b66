package io.gigafs.server.command;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Directory for a demo's data and logs: a given one, or a temporary one to be cleaned up. */
final class DemoDirectory {
  private final Path path;
  private final boolean temporary;

  private DemoDirectory(Path path, boolean temporary) {
    this.path = path;
    this.temporary = temporary;
  }

  static DemoDirectory of(@Nullable Path given) {
    try {
      if (given == null) {
        return new DemoDirectory(Files.createTempDirectory("giga-demo-"), true);
      }
      Files.createDirectories(given);
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(given)) {
        if (entries.iterator().hasNext()) {
          throw CommandException.failed("--dir: " + given + " is not empty: name another");
        }
      }
      return new DemoDirectory(given.toAbsolutePath(), false);
    } catch (IOException e) {
      throw CommandException.failed("--dir: cannot use " + given + ": " + ErrorText.of(e), e);
    }
  }

  Path path() {
    return path;
  }

  /** Removes a temporary directory with its content; leaves a given one as it is. */
  void cleanUp() {
    if (!temporary || !Files.exists(path)) {
      return;
    }
    try (Stream<Path> below = Files.walk(path)) {
      for (Path each : below.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException e) {
      throw CommandException.failed("cannot clean up " + path + ": " + ErrorText.of(e), e);
    }
  }
}
