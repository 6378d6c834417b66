package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A directory of this machine: a volume's, or a mounted cluster's. */
public record PlainFiles(Path directory) implements FilePlace {
  @Override
  public OutFile create(String name) throws IOException {
    return open(directory.resolve(name), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
  }

  /** Opens a file by its path. */
  public static OutFile open(Path path, StandardOpenOption... options) throws IOException {
    return new Plain(FileChannel.open(path, options));
  }

  private record Plain(FileChannel channel) implements OutFile {
    @Override
    public void write(long offset, ByteBuffer from) throws IOException {
      long at = offset;
      while (from.hasRemaining()) {
        at += channel.write(from, at);
      }
    }

    @Override
    public void sync() throws IOException {
      channel.force(true);
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
