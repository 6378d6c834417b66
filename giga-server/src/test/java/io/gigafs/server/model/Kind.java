package io.gigafs.server.model;

/** Kinds of steps, with their relative frequencies. */
enum Kind {
  MKDIR(10),
  RMDIR(6),
  CREATE(12),
  MKNOD(3),
  SYMLINK(6),
  READLINK(3),
  LINK(8),
  UNLINK(10),
  RENAME(14),
  EXCHANGE(4),
  STAT(6),
  ACCESS(3),
  CHMOD(5),
  CHOWN(4),
  UTIMES(3),
  TRUNCATE(3),
  LIST(3),
  SUM(2),
  XATTR(6),
  ACL(5),
  OPEN(6),
  HANDLE(5),
  CLOSE(4),
  LOCK(6),
  WRITE_FILE(5),
  READ_FILE(5),
  WRITE(8),
  QUOTA(1),
  /** Several files in a row, as they may be delegated. */
  FILES(16);

  private final int weight;

  Kind(int weight) {
    this.weight = weight;
  }

  int weight() {
    return weight;
  }
}
