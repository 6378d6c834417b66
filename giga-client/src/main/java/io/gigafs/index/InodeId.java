package io.gigafs.index;

/**
 * The id of a file or directory, never used twice in a cluster's life.
 *
 * <p>The high 16 bits are the slot that made the id; for a directory that is its zeroth slot, where
 * partition 0 lives. The low 48 bits count.
 */
public record InodeId(long value) {
  private static final int COUNTER_BITS = 48;

  /** The largest counter. */
  public static final long MAX_COUNTER = (1L << COUNTER_BITS) - 1;

  /**
   * The directory above the root. It holds one entry, {@link #ROOT_NAME}, so that the root's own
   * attributes are kept, leased and changed like those of any other directory. No path names it.
   */
  public static final InodeId SUPER_ROOT = new InodeId(1);

  /** The root directory. */
  public static final InodeId ROOT = new InodeId(2);

  /** The root's name in {@link #SUPER_ROOT}. */
  public static final Name ROOT_NAME = Name.of("root");

  /**
   * The one name in the directory that a file with a place of its own has to itself: the file's id
   * stands where a directory's does.
   */
  public static final Name FILE_NAME = Name.of("file");

  /** The first counter that is given to files and directories; the ones below are fixed. */
  public static final long FIRST_COUNTER = 16;

  public static InodeId of(int slot, long counter) {
    if (slot < 0 || slot > 0xffff || counter < 0 || counter > MAX_COUNTER) {
      throw new IllegalArgumentException(
          "no inode id has slot " + slot + " and counter " + counter);
    }
    return new InodeId(((long) slot << COUNTER_BITS) | counter);
  }

  /** The slot that made the id. */
  public int zerothSlot() {
    return (int) (value >>> COUNTER_BITS);
  }

  public long counter() {
    return value & MAX_COUNTER;
  }

  /** The slot out of {@code slots} (a power of two) that serves a partition of this directory. */
  public int slotOf(PartitionIndex partition, int slots) {
    return (zerothSlot() + partition.value()) & (slots - 1);
  }

  @Override
  public String toString() {
    return zerothSlot() + ":" + counter();
  }
}
