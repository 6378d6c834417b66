package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;

/**
 * Iterates over rows in key order. Starts before the first row. Not thread-safe. The caller closes
 * it before its snapshot and its engine.
 */
public interface Cursor extends AutoCloseable {
  /**
   * Moves to the next row. Returns false at the end, and in every later call.
   *
   * @throws StoreException if the rows cannot be read
   */
  boolean next();

  /** The key of the row, in a new array. */
  byte[] key();

  /**
   * A buffer whose first {@link #valueLength} bytes are the value of the row. It must not be
   * changed, and is valid until the cursor moves.
   */
  byte[] value();

  /** Length of the value, bytes. */
  int valueLength();

  @Override
  void close();
}
