package io.gigafs.bench.mknod;

import java.io.IOException;

/** A directory of one scheme. Thread-safe. */
interface MknodTarget {
  /** Creates the file with a number, as a program on one of the nodes. */
  void make(int node, long number) throws IOException;

  /** Stats the existing file with a number. */
  void stat(int node, long number) throws IOException;
}
