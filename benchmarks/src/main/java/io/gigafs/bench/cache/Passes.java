package io.gigafs.bench.cache;

import io.gigafs.load.FilePlace;
import io.gigafs.load.PlainPlace;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/** The bytes of a file, and sequential passes over them, piece by piece. Not thread-safe. */
final class Passes {
  /** The bytes repeat after this number of pieces, each of which begins with its offset. */
  private static final int DIFFERENT = 8;

  private final long bytes;
  private final ByteBuffer[] contents = new ByteBuffer[DIFFERENT];
  private final ByteBuffer piece;

  Passes(long seed, long bytes, int pieceBytes) {
    if (bytes % pieceBytes != 0 || pieceBytes < Long.BYTES) {
      throw new IllegalArgumentException(
          "bytes is a multiple of piece, which is 8 at least, not " + bytes + " and " + pieceBytes);
    }
    this.bytes = bytes;
    this.piece = ByteBuffer.allocateDirect(pieceBytes);
    Random random = new Random(seed);
    for (int i = 0; i < DIFFERENT; i++) {
      byte[] content = new byte[pieceBytes];
      random.nextBytes(content);
      contents[i] = ByteBuffer.allocateDirect(pieceBytes).put(content).flip();
    }
  }

  /** Size of the file, bytes. */
  long bytes() {
    return bytes;
  }

  /** The heap of a process that keeps the file in memory, where arrays of 1 MiB take twice that. */
  long heapMegabytes() {
    return 2 * (bytes >> 20) + 512;
  }

  /** Writes pieces at offsets. */
  interface Sink {
    void write(long offset, ByteBuffer from) throws IOException;
  }

  /** Reads until the buffer is full or the file ends. */
  interface Source {
    void read(long offset, ByteBuffer into) throws IOException;
  }

  void write(Sink sink) throws IOException {
    for (long offset = 0; offset < bytes; offset += piece.capacity()) {
      piece.clear().put(content(offset).duplicate()).flip();
      piece.putLong(0, offset);
      sink.write(offset, piece);
    }
  }

  /**
   * Reads and compares all pieces.
   *
   * @return MB/s
   * @throws IOException if one differs from what was written
   */
  double read(Source source) throws IOException {
    long begun = System.nanoTime();
    for (long offset = 0; offset < bytes; offset += piece.capacity()) {
      piece.clear();
      source.read(offset, piece);
      piece.flip();
      check(offset);
    }
    return bytes * 1e3 / (System.nanoTime() - begun);
  }

  private void check(long offset) throws IOException {
    ByteBuffer rest = content(offset).duplicate().position(Long.BYTES);
    boolean isRight =
        piece.remaining() == piece.capacity()
            && piece.getLong() == offset
            && piece.mismatch(rest) == -1;
    if (!isRight) {
      throw new IOException("the bytes from offset " + offset + " on are not those written");
    }
  }

  private ByteBuffer content(long offset) {
    return contents[(int) (offset / piece.capacity() % DIFFERENT)];
  }

  void writeLocal(Path file) throws IOException {
    try (FilePlace.Stream stream =
        PlainPlace.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      write(stream::write);
      stream.sync();
    }
  }

  /** Reads a file by system calls. */
  double readLocal(Path file) throws IOException {
    try (FilePlace.Stream stream = PlainPlace.open(file, StandardOpenOption.READ)) {
      return read(stream::read);
    }
  }
}
