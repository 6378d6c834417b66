package io.gigafs.tablefs.embedded;

import io.gigafs.tablefs.Store;

/**
 * Inode ids, reserved in batches, because a reservation costs a sync. Guarded by the tree's lock.
 */
final class TreeIds {
  private static final int SLOT = 0;
  private static final int RESERVED = 1_000;

  private final Store store;
  private long next;
  private long end;

  TreeIds(Store store) {
    this.store = store;
  }

  long next() {
    if (next == end) {
      next = store.reserveIds(SLOT, RESERVED);
      end = next + RESERVED;
    }
    return next++;
  }
}
