package io.gigafs.client.path;

/** The kind of a path's last component. */
public enum Last {
  NAME,
  /** "." */
  SELF,
  /** ".." */
  PARENT,
  /** None: the path is that of the root. */
  ROOT
}
