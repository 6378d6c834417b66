package io.gigafs.fuse.kernel;

/** The threads that serve a mounted directory. Safe for use by several threads. */
public interface ServingSession {
  /** Waits until all threads have ended, after the directory was unmounted. */
  void awaitEnd() throws InterruptedException;

  /** The same, with a timeout; returns whether they have ended. */
  boolean awaitEnd(long nanos) throws InterruptedException;

  /** Whether all threads have ended. */
  boolean hasEnded();

  /** How many threads there are. */
  int threadCount();
}
