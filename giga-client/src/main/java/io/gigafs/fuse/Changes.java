package io.gigafs.fuse;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what this mount changes, so that whoever read something tells whether it may have changed
 * since. Safe for use by several threads.
 */
final class Changes {
  private final LongAdder begun = new LongAdder();
  private final LongAdder ended = new LongAdder();

  void begin() {
    begun.increment();
  }

  void end() {
    ended.increment();
  }

  /** A moment; -1 if something is being changed in it. */
  long now() {
    long endedBefore = ended.sum();
    long begunNow = begun.sum();
    return endedBefore == begunNow ? begunNow : -1;
  }

  /** Whether nothing was changed since a moment. */
  boolean noneSince(long moment) {
    return moment >= 0 && begun.sum() == moment;
  }
}
