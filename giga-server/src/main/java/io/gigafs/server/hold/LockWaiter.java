package io.gigafs.server.hold;

/** Someone who waits for a lock, in the order in which they came. */
public interface LockWaiter {
  LockWish wish();

  /** Has it come again: the file is not here any more, or what was known of it is not. */
  void putOff();
}
