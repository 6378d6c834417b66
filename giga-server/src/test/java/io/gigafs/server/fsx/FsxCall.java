package io.gigafs.server.fsx;

/** Kinds of calls. */
enum FsxCall {
  OPEN,
  CLOSE,
  READ,
  WRITE,
  APPEND,
  /** ftruncate(2). */
  SET_LENGTH,
  /** truncate(2). */
  TRUNCATE,
  FSTAT,
  STAT,
  FLUSH,
  SYNC,
  RENAME,
  UNLINK,
  LINK,
  READ_FILE,
  WRITE_FILE,
  /** A program that knows no Giga writes to the file's object, if there is one that it can find. */
  WRITE_OUTSIDE,
  /** The directory gets more files, and so splits. */
  FILL,
  /** Time passes. */
  WAIT,
  /** A server is killed and started again. */
  KILL_SERVER,
  /** A server's machine dies, and comes back with what it had synced. */
  CRASH_SERVER,
  /** A server or a volume comes, goes, or is drained. */
  CHANGE_VIEW
}
