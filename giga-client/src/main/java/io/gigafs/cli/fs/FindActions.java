package io.gigafs.cli.fs;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;

/** What find can do with a file that it found. */
interface FindActions {
  void print(FoundFile file);

  /** Prints the path with a NUL after it. */
  void printNul(FoundFile file);

  void printJson(FoundFile file);

  /** Removes the file or empty directory; says whether that went well. */
  boolean delete(FoundFile file);

  /** Keeps find from going into this directory. */
  void prune(FoundFile file);

  boolean isEmpty(FoundFile file) throws GigaException;

  /** The inode id of a file of the cluster. */
  InodeId inode(String reference) throws GigaException;

  /** When a file of the cluster was modified, ns since the epoch. */
  long modifiedNanos(String reference) throws GigaException;
}
