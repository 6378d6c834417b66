package io.gigafs.tablefs;

/** What may hang on an entry, as rows with labels of their own: it goes where the entry goes. */
public enum Attachment {
  /** Extended attributes; a label is the attribute's name. */
  XATTR,
  /** What sessions hold of a file; a label is the session. */
  HOLD
}
