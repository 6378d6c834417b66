package io.gigafs.protocol;

/**
 * A row that hangs on an entry, on its way to another place.
 *
 * @param label tells it from others of its kind; empty if there is only one of the kind
 */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record FileRow(Kind kind, byte[] label, byte[] value) {
  /** The fewest bytes that a row takes: its kind, the lengths of label and value. */
  static final int MIN_BYTES = 1 + 1 + 1;

  /** What the row is. */
  public enum Kind {
    /** The file's bytes, or a symbolic link's target. */
    INLINE(0),
    /** An extended attribute; the label is its name. */
    XATTR(1),
    /** What a session holds of the file; the label is the session. */
    HOLD(2);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    private static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new ProtocolException("unknown kind of a file's row " + code);
    }
  }

  void write(WireWriter out) {
    out.int8(kind.code).bytes(label).bytes(value);
  }

  static FileRow read(WireReader in) {
    return new FileRow(Kind.ofCode(in.int8()), in.bytes(), in.bytes());
  }
}
