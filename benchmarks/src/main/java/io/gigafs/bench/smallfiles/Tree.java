package io.gigafs.bench.smallfiles;

import io.gigafs.load.PageCache;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Files of this machine below some directories. */
final class Tree {
  private static final long BLOCK = 4_096;

  private Tree() {}

  /** Their size in whole blocks, bytes. */
  static long bytes(List<Path> directories) throws IOException {
    long bytes = 0;
    for (Path directory : directories) {
      try (Stream<Path> all = Files.walk(directory)) {
        bytes += all.filter(Files::isRegularFile).mapToLong(Tree::blocks).sum();
      }
    }
    return bytes;
  }

  private static long blocks(Path file) {
    try {
      return (Files.size(file) + BLOCK - 1) / BLOCK * BLOCK;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Syncs all disks and drops the page cache of this machine.
   *
   * @return whether that was permitted: it requires root
   */
  static boolean cool() throws IOException, InterruptedException {
    if (!PageCache.isDroppable() || new ProcessBuilder("sync").start().waitFor() != 0) {
      return false;
    }
    PageCache.drop();
    return true;
  }
}
