package io.gigafs.server.openstate;

/** Someone who waits for a lock, in the order in which they came. */
public interface LockWaiter {
  LockAttempt wish();

  /** Has it come again: the file is not here any more, or what was known of it is not. */
  void retryLater();
}
