package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreSettings;

/**
 * Divides a disk between a store and its free reserve. A deletion takes space first: in the log,
 * when the memtable is flushed, and in a merge, whose input tables are removed only when its output
 * exists. All of these are multiples of the write buffer, so a small disk gets a small buffer.
 *
 * @param writeBufferBytes size at which memtables of entries are flushed
 * @param reserveBytes free space below which creates are refused
 */
record DiskPlan(long writeBufferBytes, long reserveBytes) {
  /**
   * Write buffers that a store may need for deletions: four of log, four of flushed tables, eight
   * of a merge; see {@code Tuning}.
   */
  static final int BUFFERS_FOR_DELETIONS = 16;

  /** Deletions need at most an eighth of the disk, unless it is tiny. */
  private static final int BUFFERS_OF_A_DISK = 8 * BUFFERS_FOR_DELETIONS;

  private static final long MIN_BUFFER_BYTES = 1L << 20;

  /** The reserve beyond the needs of deletions is at most one part in this number of the disk. */
  private static final long RESERVE_PART = 20;

  static DiskPlan of(StoreSettings settings, long diskBytes) {
    long buffer =
        Math.min(
            settings.writeBufferBytes(), Math.max(MIN_BUFFER_BYTES, diskBytes / BUFFERS_OF_A_DISK));
    long wished = Math.min(settings.reserveBytes(), diskBytes / RESERVE_PART);
    long reserve =
        settings.reserveBytes() == 0 ? 0 : Math.max(wished, BUFFERS_FOR_DELETIONS * buffer);
    return new DiskPlan(buffer, reserve);
  }
}
