package io.gigafs.bench.virtualcache;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The upper bound: a plain file for each value, written and read in place through the page cache,
 * without checksums, and without protection of readers from half written files. A file that is
 * shorter than the value counts as absent.
 */
record FileTarget(Path directory) implements ComparedStore {
  FileTarget {
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public Session session() {
    return new FileSession(directory);
  }

  @Override
  public void close() {}

  private static final class FileSession implements Session {
    private final Path directory;
    private @Nullable ByteBuffer buffer;

    FileSession(Path directory) {
      this.directory = directory;
    }

    @Override
    public void put(String name, int key, TestValue value) throws IOException {
      try (FileChannel file =
          FileChannel.open(
              directory.resolve(name), StandardOpenOption.WRITE, StandardOpenOption.CREATE)) {
        for (long at = 0; at < value.length(); ) {
          ByteBuffer chunk = value.chunk(key, at);
          while (chunk.hasRemaining()) {
            at += file.write(chunk, at);
          }
        }
      }
    }

    @Override
    public boolean get(String name, int key, TestValue value) throws IOException {
      try (FileChannel file = FileChannel.open(directory.resolve(name), StandardOpenOption.READ)) {
        if (file.size() < value.length()) {
          return false;
        }
        for (long at = 0; at < value.length(); ) {
          ByteBuffer chunk = buffer(value).clear();
          chunk.limit((int) Math.min(chunk.capacity(), value.length() - at));
          long begin = at;
          while (chunk.hasRemaining()) {
            int count = file.read(chunk, at);
            if (count < 0) {
              throw new EOFException(name + " became shorter");
            }
            at += count;
          }
          value.check(key, begin, chunk.flip());
        }
        return true;
      } catch (NoSuchFileException e) {
        return false;
      }
    }

    private ByteBuffer buffer(TestValue value) {
      int length = value.isStream() ? TestValue.CHUNK_BYTES : Math.toIntExact(value.length());
      if (buffer == null || buffer.capacity() != length) {
        buffer = ByteBuffer.allocateDirect(length);
      }
      return buffer;
    }

    @Override
    public void remove(String name) throws IOException {
      Files.deleteIfExists(directory.resolve(name));
    }
  }
}
