package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreException;
import io.gigafs.tablefs.StoreException.Kind;

/** The version of everything that a store keeps, see docs/key-schema.md. */
final class Format {
  /** The version that this program writes, and the newest that it reads. */
  static final int VERSION = 1;

  private static final int OLDEST = 1;

  private Format() {}

  /**
   * Refuses a format that this program does not read.
   *
   * @param name of the store, for the message
   */
  static void check(String name, long found) {
    if (found < OLDEST || found > VERSION) {
      throw new StoreException(
          Kind.UNUSABLE,
          name
              + " has format "
              + found
              + ", this program reads "
              + OLDEST
              + " to "
              + VERSION
              + ": use the program that wrote it, or a newer one");
    }
  }
}
