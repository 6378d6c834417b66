package io.gigafs.server.fsx;

import java.util.List;

/** A file store that executes steps. */
interface FileSide {
  /** Makes a call; by a handle that is not open, {@link FsxResult#LEFT_OUT}. */
  FsxResult play(FsxStep step);

  /**
   * Called before another client uses a file: writes by these handles must be visible to all
   * clients, and no client may use cached data of the file any more.
   */
  default void handOver(List<Integer> handles) {}
}
