package io.gigafs.server;

import java.nio.file.Path;

/** A run that is made from its kind and seed alone; its text is what shows it again. */
public interface SimulatedRun {
  /**
   * Runs it.
   *
   * @param directory for files of splits
   * @throws AssertionError if something is wrong; says how to see it again
   */
  void run(Path directory) throws Exception;
}
