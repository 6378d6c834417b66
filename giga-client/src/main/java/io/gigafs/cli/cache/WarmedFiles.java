package io.gigafs.cli.cache;

import java.io.Closeable;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Where {@code giga cache warm} finds files, and how a cache takes them. */
interface WarmedFiles extends Closeable {
  /** Buffers for reading have these lengths at least and at most, bytes. */
  int MIN_READ_BYTES = 64 << 10;

  int MAX_READ_BYTES = 4 << 20;

  /**
   * How long a buffer is for a file of some size, which may have grown since; a multiple of 64 KiB.
   * The file's end fits into the same buffer, so that a short file is read at once.
   */
  static int bufferBytes(long size) {
    return (int) Math.min(MAX_READ_BYTES, (size / MIN_READ_BYTES + 1) * MIN_READ_BYTES);
  }

  /** A file that a cache may have. Warmed by one thread, any one. */
  interface WarmedFile {
    /** For messages. */
    String name();

    long size();

    /**
     * Reads the file, unless the cache has all of it.
     *
     * @param read takes how many bytes were read, piece by piece
     * @return whether the cache had all of it
     */
    boolean warm(LongConsumer read) throws IOException;
  }

  /** Takes what is found, in the thread that looks for it. */
  interface Visitor {
    void visit(WarmedFile file) throws IOException;

    /** A directory cannot be listed, or a file not be found. */
    void failed(String name, IOException failure);
  }

  /**
   * Fails if an operand cannot be warmed, such as one without a cache; before anything is read.
   *
   * @throws IOException if it is not there, or cannot be asked for
   */
  void check(String operand) throws IOException;

  /** Visits a file, or all files below a directory; no symbolic link below it is followed. */
  void visit(String operand, Visitor visitor) throws IOException;

  /** Frees what it has open; files that are being warmed fail. */
  @Override
  void close();
}
