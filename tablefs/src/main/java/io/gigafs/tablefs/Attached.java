package io.gigafs.tablefs;

/**
 * A row that is attached to an entry.
 *
 * @param label distinguishes it from others of its kind; 1 to 255 bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Attached(byte[] label, byte[] value) {
  /** The longest label, in bytes. */
  public static final int MAX_LABEL_BYTES = 255;

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
}
