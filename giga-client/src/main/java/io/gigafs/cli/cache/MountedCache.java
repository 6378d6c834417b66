package io.gigafs.cli.cache;

import io.gigafs.cli.CommandException;
import io.gigafs.cli.ErrorText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Accesses the data cache of a mount as any program can: through files and their attributes. */
final class MountedCache {
  /** The attribute {@code user.giga.cached} of the mount. */
  private static final String CACHED = "giga.cached";

  private static final int MAX_DIGITS = 20;

  private final Path root;

  private MountedCache(Path root) {
    this.root = root;
  }

  /** The cache of the mount that contains a path. */
  static MountedCache of(Path path) throws IOException {
    Path real = path.toRealPath();
    for (Path at = real; at != null; at = at.getParent()) {
      if (Files.exists(at.resolve(".giga").resolve("stats"))) {
        MountedCache cache = new MountedCache(at);
        if (cache.statistics().getOrDefault("cache_capacity_bytes", 0L) == 0) {
          throw CommandException.failed(
              at + " is mounted without a data cache: mount it with -o data_cache=DIR");
        }
        return cache;
      }
    }
    throw CommandException.failed(
        path + " is not below a mounted cluster, or it is mounted with novirtual");
  }

  /** The mount point. */
  Path root() {
    return root;
  }

  /** The mount's counters, including those of its cache. */
  Map<String, Long> statistics() throws IOException {
    Map<String, Long> all = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(root.resolve(".giga").resolve("stats"));
    for (String line : lines) {
      int space = line.indexOf(' ');
      if (space > 0 && line.substring(space + 1).matches("\\d+")) {
        all.put(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
      }
    }
    return all;
  }

  private static UserDefinedFileAttributeView attributes(Path file) {
    return Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
  }

  /** How many bytes of a file are in the cache. */
  static long cachedBytes(Path file) throws IOException {
    ByteBuffer digits = ByteBuffer.allocate(MAX_DIGITS);
    attributes(file).read(CACHED, digits);
    return Long.parseLong(
        new String(digits.array(), 0, digits.position(), StandardCharsets.US_ASCII));
  }

  /** Drops a file from the cache, or all files if the path is the mount point. */
  static void drop(Path path) throws IOException {
    attributes(path).delete(CACHED);
  }

  /** Processes each regular file. */
  interface Visitor {
    void visit(Path file, long size) throws IOException;
  }

  /** Visits a file, or all files below a directory; no symbolic link is followed. */
  static void visit(Path path, Visitor visitor, Failures failures) throws IOException {
    FileVisitor<Path> each =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              try {
                visitor.visit(file, attributes.size());
              } catch (IOException e) {
                failures.failed(file, e);
              }
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            failures.failed(file, failure);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException failure) {
            if (failure != null) {
              failures.failed(directory, failure);
            }
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(path, each);
  }

  /** Receives failures. */
  interface Failures {
    void failed(Path path, IOException failure);
  }

  static String text(Path path, IOException failure) {
    return path + ": " + ErrorText.of(failure);
  }
}
