package io.gigafs.tablefs;

/**
 * The kinds of rows attached to an entry, each with a label. They move and are deleted with the
 * entry.
 */
public enum Attachment {
  /** Extended attributes; a label is the attribute's name. */
  XATTR,
  /** Open state of a file; a label is the session. */
  HOLD
}
