package io.gigafs.server;

import java.nio.file.Path;

/** A run that its kind and seed determine; its text reproduces it. */
public interface SimulatedRun {
  /**
   * Executes the run.
   *
   * @param directory for files of splits
   * @throws AssertionError if a check fails; its message tells how to reproduce it
   */
  void run(Path directory) throws Exception;
}
