package io.gigafs.tablefs.engine;

import io.gigafs.tablefs.StoreException;

/**
 * Goes over rows in key order; starts before the first. Belongs to one thread. To be closed by who
 * asked for it, before its snapshot and its engine.
 */
public interface Cursor extends AutoCloseable {
  /**
   * Moves to the next row; false, from then on, if there is none.
   *
   * @throws StoreException if the rows cannot be read
   */
  boolean next();

  /** The key of the row, in an array of its own. */
  byte[] key();

  /**
   * A buffer whose first {@link #valueLength} bytes are the value of the row. Not to be changed,
   * and valid until the cursor moves.
   */
  byte[] value();

  /** Bytes of the value. */
  int valueLength();

  @Override
  void close();
}
