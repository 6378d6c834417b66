package io.gigafs.cli.fs.list;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;

/** The actions of find on a file. */
interface FindActions {
  void print(FoundFile file);

  /** Prints the path with a NUL after it. */
  void printNul(FoundFile file);

  void printJson(FoundFile file);

  /** Removes the file or empty directory; returns whether that succeeded. */
  boolean delete(FoundFile file);

  /** Prevents find from descending into this directory. */
  void prune(FoundFile file);

  boolean isEmpty(FoundFile file) throws GigaException;

  /** The inode id of a file in the cluster. */
  InodeId inode(String reference) throws GigaException;

  /** The modification time of a file in the cluster, ns since the epoch. */
  long modifiedNanos(String reference) throws GigaException;
}
