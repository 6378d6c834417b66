package io.gigafs.load;

import io.gigafs.index.Name;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A local directory, accessed with blocking calls, as by a program without Giga. */
public final class PlainPlace implements DataPlace {
  private final Path directory;

  public PlainPlace(Path directory) {
    this.directory = directory;
  }

  /** A call that may fail. */
  private interface Call<T> {
    T call() throws IOException;
  }

  private static <T> CompletableFuture<T> done(Call<T> call) {
    try {
      return CompletableFuture.completedFuture(call.call());
    } catch (IOException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private Path path(long number) {
    return directory.resolve(NumberedNames.of(number).toString());
  }

  @Override
  public Stream create(String name) throws IOException {
    return open(directory.resolve(name), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  }

  @Override
  public Stream open(String name, boolean writes) throws IOException {
    Path path = directory.resolve(name);
    return writes
        ? open(
            path,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)
        : open(path, StandardOpenOption.READ);
  }

  /** Opens a file by its path. */
  public static Stream open(Path path, StandardOpenOption... options) throws IOException {
    return new PlainStream(FileChannel.open(path, options));
  }

  private record PlainStream(FileChannel file) implements Stream {
    @Override
    public void write(long offset, ByteBuffer from) throws IOException {
      for (long at = offset; from.hasRemaining(); ) {
        at += file.write(from, at);
      }
    }

    @Override
    public void read(long offset, ByteBuffer into) throws IOException {
      int read = 0;
      for (long at = offset; into.hasRemaining() && read >= 0; at += read) {
        read = file.read(into, at);
      }
    }

    @Override
    public void sync() throws IOException {
      file.force(true);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Override
  public CompletableFuture<?> write(long number, byte[] bytes, boolean sync) {
    return done(
        () -> {
          try (FileChannel file =
              FileChannel.open(
                  path(number), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ByteBuffer from = ByteBuffer.wrap(bytes);
            while (from.hasRemaining()) {
              file.write(from);
            }
            if (sync) {
              file.force(true);
            }
            return bytes;
          }
        });
  }

  @Override
  public CompletableFuture<?> writeAll(long from, List<byte[]> contents, boolean sync) {
    for (int i = 0; i < contents.size(); i++) {
      CompletableFuture<?> written = write(from + i, contents.get(i), sync);
      if (written.isCompletedExceptionally()) {
        return written;
      }
    }
    return CompletableFuture.completedFuture(from);
  }

  @Override
  public CompletableFuture<byte[]> read(long number) {
    return done(() -> Files.readAllBytes(path(number)));
  }

  @Override
  public CompletableFuture<List<byte[]>> readAll(List<Long> numbers) {
    return done(
        () -> {
          List<byte[]> read = new ArrayList<>(numbers.size());
          for (long number : numbers) {
            read.add(Files.readAllBytes(path(number)));
          }
          return read;
        });
  }

  @Override
  public List<Long> listed() throws IOException {
    List<Long> numbers = new ArrayList<>();
    try (DirectoryStream<Path> names = Files.newDirectoryStream(directory)) {
      for (Path name : names) {
        long number = NumberedNames.numberOf(Name.of(String.valueOf(name.getFileName())));
        if (number >= 0) {
          numbers.add(number);
        }
      }
    }
    return numbers;
  }

  @Override
  public CompletableFuture<?> remove(String name) {
    return done(
        () -> {
          try {
            Files.delete(directory.resolve(name));
          } catch (NoSuchFileException e) {
            // the file is to be absent
          }
          return name;
        });
  }

  @Override
  public String describe(long number) {
    return path(number).toString();
  }
}
