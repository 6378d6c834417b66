package io.gigafs.client.data;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory the bytes of all of a client's files take. Safe for use by several threads. */
final class MemoryBudget {
  private final long mostBytes;
  private final AtomicLong held = new AtomicLong();

  MemoryBudget(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** Takes note that a file holds so many more, or fewer, bytes. */
  void change(long bytes) {
    held.addAndGet(bytes);
  }

  /** Whether files should hold no more than they must. */
  boolean isUsedUp() {
    return held.get() > mostBytes;
  }

  long heldBytes() {
    return held.get();
  }
}
