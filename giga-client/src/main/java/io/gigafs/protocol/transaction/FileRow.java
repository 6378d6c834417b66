package io.gigafs.protocol.transaction;

import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * A row that belongs to an entry, for a transfer to another location.
 *
 * @param label distinguishes it from others of its kind; empty if there is only one
 */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record FileRow(Kind kind, byte[] label, byte[] value) {
  /** The minimum encoded size of a row: its kind, the lengths of label and value. */
  static final int MIN_BYTES = 1 + 1 + 1;

  /** The kind of a row. */
  public enum Kind {
    /** The file's bytes, or a symbolic link's target. */
    INLINE(0),
    /** An extended attribute, labeled by its name. */
    XATTR(1),
    /** The open state of a session, labeled by the session. */
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
