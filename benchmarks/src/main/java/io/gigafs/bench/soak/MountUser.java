package io.gigafs.bench.soak;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Works in a directory through system calls, on a fixed set of names. Most of the names exist at
 * any time.
 */
final class MountUser implements MixedLoad.User {
  private static final int NAMES = 100;
  private static final int KINDS = 10;
  private static final int SMALL_BYTES = 3_000;

  /** Above the inline limit, so the bytes are on a volume. */
  private static final int LARGE_BYTES = 400_000;

  private static final int LARGE_OF = 8;

  private final Path directory;

  MountUser(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
  }

  @Override
  public void act(SplittableRandom random) throws IOException {
    Path file = directory.resolve("f" + random.nextInt(NAMES));
    if (!Files.exists(file)) {
      Files.write(file, bytes(random));
      return;
    }
    Path other = directory.resolve("f" + random.nextInt(NAMES));
    switch (random.nextInt(KINDS)) {
      case 0, 1 -> write(file, random);
      case 2, 3 -> check(file);
      case 4 -> Files.move(file, other, StandardCopyOption.REPLACE_EXISTING);
      case 5 -> Files.delete(file);
      case 6 -> link(file);
      case 7 -> list();
      case 8 -> lock(file);
      default -> makeTree(random);
    }
  }

  /** All bytes of a file are equal, so that a mixture of two writes is detected. */
  private static byte[] bytes(SplittableRandom random) {
    boolean large = random.nextInt(LARGE_OF) == 0;
    byte[] bytes = new byte[1 + random.nextInt(large ? LARGE_BYTES : SMALL_BYTES)];
    Arrays.fill(bytes, (byte) random.nextInt());
    return bytes;
  }

  private void write(Path file, SplittableRandom random) throws IOException {
    Path fresh = directory.resolve("new");
    Files.write(fresh, bytes(random));
    Files.move(fresh, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static void check(Path file) throws IOException {
    byte[] read = Files.readAllBytes(file);
    for (byte each : read) {
      if (each != read[0]) {
        throw new IOException(file + " holds bytes that were not written together");
      }
    }
    if (read.length != Files.size(file)) {
      throw new IOException(file + " has " + read.length + " bytes, which differs from its size");
    }
  }

  private void link(Path file) throws IOException {
    Path hard = directory.resolve("hard");
    Path soft = directory.resolve("soft");
    Files.createLink(hard, file);
    Files.createSymbolicLink(soft, file.getFileName());
    check(soft);
    Files.delete(soft);
    Files.delete(hard);
  }

  private void list() throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        Files.getLastModifiedTime(entry);
      }
    }
  }

  private static void lock(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = channel.lock(0, 1, false)) {
      if (!lock.isValid()) {
        throw new IOException("a lock on " + file + " does not hold");
      }
    }
  }

  private void makeTree(SplittableRandom random) throws IOException {
    Path below = Files.createDirectories(directory.resolve("d").resolve("e"));
    Path file = below.resolve("g");
    Files.write(file, bytes(random));
    Files.delete(file);
    Files.delete(below);
    Files.delete(directory.resolve("d"));
  }
}
