package io.gigafs.fuse.kernel;

/** Checks whether a signal terminates a process. */
@FunctionalInterface
interface PendingSignals {
  /**
   * Whether a thread has a pending signal that will terminate it.
   *
   * @param thread its id; 0 for one of another process namespace, whose state is unknown
   */
  boolean end(int thread);
}
