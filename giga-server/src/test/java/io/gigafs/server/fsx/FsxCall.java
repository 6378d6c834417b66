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
  /** A program unaware of Giga writes to the file's object, if it has one. */
  WRITE_OUTSIDE,
  /** More files are created in the directory, so that it splits. */
  FILL,
  /** Time passes. */
  WAIT,
  /** A server is killed and started again. */
  KILL_SERVER,
  /** A server's machine crashes, and restarts with its synced state. */
  CRASH_SERVER,
  /** A server or a volume is added, removed or drained. */
  CHANGE_VIEW
}
