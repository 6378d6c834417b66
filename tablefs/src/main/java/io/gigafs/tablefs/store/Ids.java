package io.gigafs.tablefs.store;

/** Bounds of the counters that ids are made from. */
final class Ids {
  /** Counters below are for ids that are fixed, as the root's. */
  static final long FIRST = 16;

  /** An id keeps 48 bits for the counter. */
  static final long LAST = (1L << 48) - 1;

  private Ids() {}
}
