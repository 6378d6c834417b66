package io.gigafs.load;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A place where files can be written and read. Safe for use by several threads. */
interface DataPlace extends FilePlace {
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

  /** Removes a file, if it exists. */
  CompletableFuture<?> remove(String name);

  /** The name of a small file in messages. */
  String describe(long number);
}
