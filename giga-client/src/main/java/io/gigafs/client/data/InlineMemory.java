package io.gigafs.client.data;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the bytes of a client's small files take. Nobody claims it before use: files
 * report what they have, and flush or drop it while {@link #isUsedUp}. Safe for use by several
 * threads.
 */
final class InlineMemory {
  private final long limitBytes;
  private final AtomicLong held = new AtomicLong();

  InlineMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Adds what a file has more than before; negative if it has less. */
  void change(long bytes) {
    held.addAndGet(bytes);
  }

  /** Whether files should hold no more than they must. */
  boolean isUsedUp() {
    return held.get() > limitBytes;
  }

  long heldBytes() {
    return held.get();
  }
}
