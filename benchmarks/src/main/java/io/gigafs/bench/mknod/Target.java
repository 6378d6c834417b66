package io.gigafs.bench.mknod;

import java.io.IOException;

/** A directory as one scheme has it. Safe for use by several threads. */
interface Target {
  /** Makes the file of a number, as a program on one of the nodes. */
  void make(int node, long number) throws IOException;

  /** Asks for the attributes of the file of a number, which is there. */
  void stat(int node, long number) throws IOException;
}
