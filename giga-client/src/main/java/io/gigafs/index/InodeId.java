package io.gigafs.index;

/**
 * The inode id of a file or directory, never reused in the lifetime of a cluster.
 *
 * <p>The high 16 bits are the slot that allocated the id; for a directory this is the zeroth slot,
 * on which partition 0 lives. The low 48 bits are a counter.
 */
public record InodeId(long value) {
  private static final int COUNTER_BITS = 48;

  /** The largest counter. */
  static final long MAX_COUNTER = (1L << COUNTER_BITS) - 1;

  /**
   * The directory above the root. It holds one entry, {@link #ROOT_NAME}, so that the root's
   * attributes are stored, leased and changed like those of any other directory. No path names it.
   */
  public static final InodeId SUPER_ROOT = new InodeId(1);

  public static final InodeId ROOT = new InodeId(2);

  /** The root's name in {@link #SUPER_ROOT}. */
  public static final Name ROOT_NAME = Name.of("root");

  /**
   * The name of the only entry in the directory of an inode record. A file whose inode is stored
   * apart from its dentries has such a directory of its own, with the file's id in place of a
   * directory's id.
   */
  public static final Name FILE_NAME = Name.of("file");

  /** The first counter that is allocated to files and directories; lower ones are reserved. */
  public static final long FIRST_COUNTER = 16;

  public static InodeId of(int slot, long counter) {
    if (slot < 0 || slot > 0xffff || counter < 0 || counter > MAX_COUNTER) {
      throw new IllegalArgumentException(
          "no inode id has slot " + slot + " and counter " + counter);
    }
    return new InodeId(((long) slot << COUNTER_BITS) | counter);
  }

  /** The slot that allocated the id. */
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
