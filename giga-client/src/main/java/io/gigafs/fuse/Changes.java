package io.gigafs.fuse;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the changes that this mount makes, so that a reader can check whether something may have
 * changed since it read. Safe for use by several threads.
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

  /** A moment to compare with later; -1 while a change is in progress. */
  long now() {
    long endedBefore = ended.sum();
    long begunNow = begun.sum();
    return endedBefore == begunNow ? begunNow : -1;
  }

  /** Whether nothing has changed since a moment. */
  boolean noneSince(long moment) {
    return moment >= 0 && begun.sum() == moment;
  }
}
