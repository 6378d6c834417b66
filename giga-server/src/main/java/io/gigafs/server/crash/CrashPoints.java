package io.gigafs.server.crash;

/** Called at each crash point that a server reaches. Thread-safe. */
@FunctionalInterface
public interface CrashPoints {
  /** Does nothing. */
  CrashPoints NONE = point -> {};

  /** Called at the point, on the thread that does the work; need not return. */
  void reached(CrashPoint point);
}
