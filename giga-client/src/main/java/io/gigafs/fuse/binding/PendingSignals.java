package io.gigafs.fuse.binding;

/** Tells whether a signal ends a process. */
@FunctionalInterface
interface PendingSignals {
  /**
   * Whether a thread is about to end by a signal that it has yet to take.
   *
   * @param thread its id; 0 for one of another process namespace, of which nothing is known
   */
  boolean end(int thread);
}
