package io.gigafs.fuse.mounting;

import java.io.IOException;

/** How a mounted directory is unmounted. Safe for use by several threads. */
public interface Unmounting {
  /**
   * Unmounts, unless the directory is in use.
   *
   * @return whether it is not mounted any more
   */
  boolean tryUnmount() throws IOException;

  /** Unmounts at once and aborts requests in progress: users of the directory get errors. */
  void abort() throws IOException;
}
