package io.gigafs.client.path;

/** What the last part of a path is. */
public enum Last {
  NAME,
  /** "." */
  SELF,
  /** ".." */
  PARENT,
  /** There is none: the path is that of the root. */
  ROOT
}
