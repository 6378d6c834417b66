package io.gigafs.cli.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A place where files can be written and read. Safe for use by several threads. */
interface DataPlace {
  /** Opens a large file, either empty for writing, or for reading. */
  Stream open(String name, boolean writes) throws IOException;

  /**
   * Creates a small file, which must not exist. Completes when it is closed, and on the disk if
   * {@code sync} is set.
   */
  CompletableFuture<?> write(long number, byte[] bytes, boolean sync);

  /** Creates several, with consecutive numbers. */
  CompletableFuture<?> writeAll(long from, List<byte[]> contents, boolean sync);

  CompletableFuture<byte[]> read(long number);

  /** Reads several. */
  CompletableFuture<List<byte[]>> readAll(List<Long> numbers);

  /** The numbers of all small files, in the order of the listing. */
  List<Long> listed() throws IOException;

  CompletableFuture<?> remove(String name);

  /** The name of a small file in messages. */
  String describe(long number);

  /** An open large file. For one thread. */
  interface Stream extends AutoCloseable {
    void write(long offset, ByteBuffer from) throws IOException;

    /** Fills the buffer, unless the file ends. */
    void read(long offset, ByteBuffer into) throws IOException;

    /** Returns when everything is on the disk. */
    void sync() throws IOException;

    @Override
    void close() throws IOException;
  }
}
