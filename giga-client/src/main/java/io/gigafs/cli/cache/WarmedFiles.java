package io.gigafs.cli.cache;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongConsumer;

/** The source of the files for {@code giga cache warm}, and the way they enter a cache. */
interface WarmedFiles extends Closeable {
  /** The minimum and maximum length of read buffers, in bytes. */
  int MIN_READ_BYTES = 64 << 10;

  int MAX_READ_BYTES = 4 << 20;

  /**
   * The buffer length for a file of a given size, which may have grown since; a multiple of 64 KiB.
   * The buffer exceeds a short file's size, so that one read also finds the end of the file.
   */
  static int bufferBytes(long size) {
    return (int) Math.min(MAX_READ_BYTES, (size / MIN_READ_BYTES + 1) * MIN_READ_BYTES);
  }

  /** A file to be cached. Warmed by one thread, any one. */
  interface WarmedFile {
    /** The name for messages. */
    String name();

    long size();

    /**
     * Reads the file, unless it is completely cached.
     *
     * @param read receives the number of bytes of each read
     * @return whether the file was completely cached
     */
    boolean warm(LongConsumer read) throws IOException;
  }

  /** Receives the files that are found, in the thread that searches for them. */
  interface Visitor {
    void visit(WarmedFile file) throws IOException;

    /** A directory cannot be listed, or a file was not found. */
    void failed(String name, IOException failure);
  }

  /**
   * Checks an operand before anything is read. Fails if it cannot be warmed, for example without a
   * cache.
   *
   * @throws IOException if it does not exist or cannot be queried
   */
  void check(String operand) throws IOException;

  /** Visits a file, or all files below a directory; symbolic links below it are not followed. */
  void visit(String operand, Visitor visitor) throws IOException;

  /** Releases resources; files that are being warmed fail. */
  @Override
  void close();
}
