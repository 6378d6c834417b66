package io.gigafs.bench.compaction;

import io.gigafs.load.NumberedNames;

/** The orders in which names arrive. All names have 14 bytes. */
enum Arrival {
  /** In numerical order. */
  IN_ORDER("in order") {
    @Override
    byte[] name(long seed, long number) {
      return NumberedNames.of(number).bytes();
    }
  },

  /** In random order. */
  RANDOM("random") {
    @Override
    byte[] name(long seed, long number) {
      byte[] name = new byte[BYTES];
      write(name, 0, BYTES, mixed(seed + number), 16);
      return name;
    }
  },

  /** Many writers in turn, each with its own prefix and increasing numbers. */
  CLUSTERED("clustered") {
    @Override
    byte[] name(long seed, long number) {
      byte[] name = new byte[BYTES];
      write(name, 0, PREFIX_BYTES, mixed(seed + number % WRITERS), 16);
      write(name, PREFIX_BYTES, BYTES, number / WRITERS, 10);
      return name;
    }
  };

  private static final int WRITERS = 500;

  private static final int BYTES = 14;
  private static final int PREFIX_BYTES = 8;

  private final String label;

  Arrival(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * The name with a number in the order of arrival. All are different with very high probability.
   */
  abstract byte[] name(long seed, long number);

  /** SplitMix64. */
  private static long mixed(long number) {
    long z = number * 0x9E3779B97F4A7C15L;
    z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
    z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
    return z ^ z >>> 31;
  }

  /** Writes the lowest digits of a number. */
  private static void write(byte[] to, int from, int end, long number, int base) {
    long rest = number;
    for (int i = end; i > from; i--) {
      to[i - 1] = (byte) Character.forDigit((int) Long.remainderUnsigned(rest, base), base);
      rest = Long.divideUnsigned(rest, base);
    }
  }
}
