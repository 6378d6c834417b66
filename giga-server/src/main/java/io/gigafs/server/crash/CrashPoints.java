package io.gigafs.server.crash;

/** Is told of each crash point that a server comes to. Safe for use by several threads. */
@FunctionalInterface
public interface CrashPoints {
  /** Lets the server live. */
  CrashPoints NONE = point -> {};

  /** The server is at the point, on the thread of whoever does its work; need not return. */
  void reached(CrashPoint point);
}
