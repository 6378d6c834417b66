package io.gigafs.tablefs.engine.front;

/**
 * Identifies the write that put or ended a row.
 *
 * @param writer 0 to 255
 * @param number from 1, increases with each write of the writer
 */
record Stamp(int writer, long number) {
  /** Maximum number of writers. */
  static final int WRITERS = 256;

  private static final int NUMBER_BITS = 56;

  /** No write. */
  static final long NONE = 0;

  static long encode(int writer, long number) {
    return (long) writer << NUMBER_BITS | number;
  }

  static Stamp decode(long encoded) {
    return new Stamp((int) (encoded >>> NUMBER_BITS), encoded & ((1L << NUMBER_BITS) - 1));
  }
}
