package io.gigafs.bench.mknod;

import io.gigafs.load.NumberedNames;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** A directory of a volume, as used by programs without Giga. */
final class PlainMknodTarget implements MknodTarget {
  private final Path directory;
  private final boolean syncs;

  /**
   * Uses an existing directory.
   *
   * @param syncs whether to sync the directory after each file
   */
  PlainMknodTarget(Path directory, boolean syncs) {
    this.directory = directory;
    this.syncs = syncs;
  }

  private Path path(long number) {
    return directory.resolve(NumberedNames.of(number).toString());
  }

  @Override
  public void make(int node, long number) throws IOException {
    Files.createFile(path(number));
    if (syncs) {
      try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
  }

  @Override
  public void stat(int node, long number) throws IOException {
    Files.readAttributes(path(number), BasicFileAttributes.class);
  }
}
