package io.gigafs.fuse.binding;

/** Receives a directory's entries until the reader's buffer is full. For one thread at a time. */
public interface FuseDirectory {
  /**
   * Whether the reader wants attributes, too, which saves it a {@link FuseFileSystem#lookup} of
   * each name. They are optional.
   */
  boolean wantsAttributes();

  /**
   * Adds an entry.
   *
   * @param name its bytes
   * @param inode not 0
   * @param type as in the S_IFMT bits of st_mode, shifted right by 12; 0 if unknown
   * @param next the offset at which a later call continues after the entry; not 0
   * @return whether there was room; if not, the entry is to be the first of the next call
   */
  boolean add(byte[] name, long inode, int type, long next);

  /** Adds an entry with attributes; only if they are wanted. */
  boolean add(byte[] name, FuseAttributes attributes, long next);
}
