package io.gigafs.server.fsx;

import java.util.List;

/** Something that keeps files and does what steps say. */
interface FileSide {
  /** Makes a call; by a handle that is not open, {@link FsxResult#LEFT_OUT}. */
  FsxResult play(FsxStep step);

  /**
   * Before another client uses a file: what clients wrote by these handles has to be where all find
   * it, and what any of them keeps of it is not to be used any more.
   */
  default void handOver(List<Integer> handles) {}
}
