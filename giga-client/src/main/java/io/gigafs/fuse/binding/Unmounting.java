package io.gigafs.fuse.binding;

import java.io.IOException;

/** How a mounted directory is taken away. Safe for use by several threads. */
public interface Unmounting {
  /**
   * Unmounts, if nobody uses the directory.
   *
   * @return whether it is not mounted any more
   */
  boolean tryUnmount() throws IOException;

  /** Unmounts at once, ending what is under way: users of the directory get errors. */
  void abort() throws IOException;
}
