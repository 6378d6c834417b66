package io.gigafs.cli.cache;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;

/** Warms files of mounts, whose processes have the cache. */
final class MountedWarming implements WarmedFiles {
  private static final int ALIGNMENT = 4096;

  @Override
  public void check(String operand) throws IOException {
    MountedCache.of(Path.of(operand));
  }

  @Override
  public void visit(String operand, Visitor visitor) throws IOException {
    MountedCache.visit(
        Path.of(operand),
        (file, size) -> visitor.visit(new MountedFile(file, size)),
        (file, failure) -> visitor.failed(file.toString(), failure));
  }

  @Override
  public void close() {
    // Each file is closed after it was read.
  }

  private record MountedFile(Path file, long size) implements WarmedFile {
    @Override
    public String name() {
      return file.toString();
    }

    @Override
    public boolean warm(LongConsumer read) throws IOException {
      if (size > 0 && MountedCache.cachedBytes(file) >= size) {
        return true;
      }
      readAll(read);
      return false;
    }

    /** Bypasses the kernel's page cache, which has no use for the bytes. */
    private void readAll(LongConsumer read) throws IOException {
      int length = WarmedFiles.bufferBytes(size);
      ByteBuffer into = ByteBuffer.allocateDirect(length + ALIGNMENT).alignedSlice(ALIGNMENT);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT)) {
        int got = 0;
        while (got >= 0) {
          into.clear();
          got = channel.read(into);
          read.accept(Math.max(0, got));
        }
      }
    }
  }
}
