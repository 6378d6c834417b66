package io.gigafs.bench.singlenode;

import java.io.IOException;
import java.util.Map;

/** A directory in which files are made. Safe for use by several threads. */
interface Target extends AutoCloseable {
  /** Makes the empty files of the numbers up to, not including, {@code to}; none may be there. */
  void create(long from, long to) throws IOException;

  /** What it tells of itself when all files are there, by name. */
  default Map<String, Double> facts() throws IOException {
    return Map.of();
  }

  @Override
  default void close() {}
}
