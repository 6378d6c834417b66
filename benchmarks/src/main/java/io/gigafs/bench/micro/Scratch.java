package io.gigafs.bench.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A directory for the duration of a benchmark. */
record Scratch(Path path) implements AutoCloseable {
  static Scratch make() throws IOException {
    return new Scratch(Files.createTempDirectory("giga-micro-"));
  }

  /** Removes its contents, but not the directory itself. */
  void empty() throws IOException {
    for (Path below : deepestFirst()) {
      if (!below.equals(path)) {
        Files.delete(below);
      }
    }
  }

  /** Removes it with its contents. */
  @Override
  public void close() throws IOException {
    for (Path below : deepestFirst()) {
      Files.delete(below);
    }
  }

  private List<Path> deepestFirst() throws IOException {
    try (Stream<Path> below = Files.walk(path)) {
      return below.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
