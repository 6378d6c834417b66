package io.gigafs.cli.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Where files can be written to and read from. Safe for use by several threads. */
interface DataPlace {
  /** Opens a large file to write it, empty, or to read it. */
  Stream open(String name, boolean writes) throws IOException;

  /**
   * Makes a small file, which must not be there; done when it is closed, and on the disk if that is
   * asked for.
   */
  CompletableFuture<?> write(long number, byte[] bytes, boolean sync);

  /** Likewise several, with numbers in a row. */
  CompletableFuture<?> writeAll(long from, List<byte[]> contents, boolean sync);

  CompletableFuture<byte[]> read(long number);

  /** Reads several. */
  CompletableFuture<List<byte[]>> readAll(List<Long> numbers);

  /** The numbers of all small files, in the order in which they are listed. */
  List<Long> listed() throws IOException;

  CompletableFuture<?> remove(String name);

  /** What to call a small file in a message. */
  String describe(long number);

  /** A large file that is open. For one thread. */
  interface Stream extends AutoCloseable {
    void write(long offset, ByteBuffer from) throws IOException;

    /** Fills the buffer, unless the file ends. */
    void read(long offset, ByteBuffer into) throws IOException;

    /** Returns when all is on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }
}
