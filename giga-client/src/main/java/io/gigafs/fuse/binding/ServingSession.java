package io.gigafs.fuse.binding;

/** The threads that serve a mounted directory. Safe for use by several threads. */
public interface ServingSession {
  /** Waits until all threads have ended, as the directory is not mounted any more. */
  void awaitEnd() throws InterruptedException;

  /** The same, for a time at most; whether they have. */
  boolean awaitEnd(long nanos) throws InterruptedException;

  /** Whether all threads have ended. */
  boolean hasEnded();

  /** How many threads there are. */
  int threadCount();
}
