package io.gigafs.tablefs.engine.staging;

/**
 * Which write made or ended a row: that of a writer, 0 to 255, with a number from 1 that rises with
 * each write of the writer.
 */
record Stamp(int writer, long number) {
  /** How many writers there can be. */
  static final int WRITERS = 256;

  private static final int NUMBER_BITS = 56;

  /** Stands for no write. */
  static final long NONE = 0;

  static long encode(int writer, long number) {
    return (long) writer << NUMBER_BITS | number;
  }

  static Stamp decode(long encoded) {
    return new Stamp((int) (encoded >>> NUMBER_BITS), encoded & ((1L << NUMBER_BITS) - 1));
  }
}
