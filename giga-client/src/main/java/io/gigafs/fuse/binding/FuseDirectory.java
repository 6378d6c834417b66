package io.gigafs.fuse.binding;

/** Takes a directory's entries until the reader's buffer is full. For one thread at a time. */
public interface FuseDirectory {
  /**
   * Whether the reader wants attributes as well, which saves it a {@link FuseFileSystem#lookup} of
   * each name. They need not be given.
   */
  boolean wantsAttributes();

  /**
   * Adds an entry.
   *
   * @param name its bytes
   * @param inode not 0
   * @param type as in the S_IFMT bits of st_mode, shifted right by 12; 0 if it is not known
   * @param next the offset from which a later call goes on behind the entry; not 0
   * @return whether there was room; if not, the entry is to be the first of the next call
   */
  boolean add(byte[] name, long inode, int type, long next);

  /** Likewise, with attributes; only if they are wanted. */
  boolean add(byte[] name, FuseAttributes attributes, long next);
}
