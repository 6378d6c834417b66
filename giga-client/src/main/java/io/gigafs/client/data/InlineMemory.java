package io.gigafs.client.data;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Accounts the memory of the bytes of a client's small files. Memory is not claimed before use:
 * files report their sizes, and flush or drop bytes while {@link #isUsedUp}. Safe for use by
 * several threads.
 */
final class InlineMemory {
  private final long limitBytes;
  private final AtomicLong held = new AtomicLong();

  InlineMemory(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** Adds the change of a file's memory, which may be negative. */
  void change(long bytes) {
    held.addAndGet(bytes);
  }

  /** Whether files should keep no more in memory than they must. */
  boolean isUsedUp() {
    return held.get() > limitBytes;
  }

  long heldBytes() {
    return held.get();
  }
}
