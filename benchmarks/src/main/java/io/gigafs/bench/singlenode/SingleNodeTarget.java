package io.gigafs.bench.singlenode;

import java.io.IOException;
import java.util.Map;

/** A directory in which files are created. Thread-safe. */
interface SingleNodeTarget extends AutoCloseable {
  /** Creates the empty files from a number (inclusive) to another (exclusive). None may exist. */
  void create(long from, long to) throws IOException;

  /** Final values of the target by name, once all files exist. */
  default Map<String, Double> facts() throws IOException {
    return Map.of();
  }

  @Override
  default void close() {}
}
