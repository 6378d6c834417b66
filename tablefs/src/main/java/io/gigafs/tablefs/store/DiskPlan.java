package io.gigafs.tablefs.store;

import io.gigafs.tablefs.StoreSettings;

/**
 * How a store shares a disk with what is kept free of it. What is deleted has to be written first:
 * to the log, from memory to a table, and in a merge of tables, whose old ones go when the new are
 * there. All of that is some multiple of the write buffer, so on a small disk the buffer is small.
 *
 * @param writeBufferBytes at which memory tables of entries are written out
 * @param reserveBytes below which nothing is created
 */
record DiskPlan(long writeBufferBytes, long reserveBytes) {
  /**
   * How many write buffers a store may need to take deletions: four of log, four of tables that
   * memory is written to, eight of a merge; see {@code Tuning}.
   */
  static final int BUFFERS_FOR_DELETIONS = 16;

  /** What deletions need is not more than an eighth of the disk, unless it is tiny. */
  private static final int BUFFERS_OF_A_DISK = 8 * BUFFERS_FOR_DELETIONS;

  private static final long MIN_BUFFER_BYTES = 1L << 20;

  /** No more than this part of the disk is kept in reserve beyond what deletions need. */
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
