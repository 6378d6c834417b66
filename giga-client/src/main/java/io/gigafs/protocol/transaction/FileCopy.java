package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.MARKS;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import java.util.List;

/**
 * An entry with all of its rows, for a transfer to another location.
 *
 * @param marks further properties of the file, in their stored form
 */
public record FileCopy(FileAttributes attributes, int marks, List<FileRow> rows) {
  static final Codec<FileCopy> CODEC =
      Codec.of(FileCopy.class, ATTRIBUTES, MARKS, listOf(FileRow.CODEC));

  public FileCopy {
    rows = List.copyOf(rows);
  }

  /**
   * A row that belongs to an entry, for a transfer to another location.
   *
   * @param label distinguishes it from others of its kind; empty if there is only one
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  public record FileRow(Kind kind, byte[] label, byte[] value) {
    static final Codec<FileRow> CODEC = Codec.of(FileRow.class, Kind.CODEC, BYTES, BYTES);

    /** The kind of a row. */
    public enum Kind {
      /** The file's bytes, or a symbolic link's target. */
      INLINE(0),
      /** An extended attribute, labeled by its name. */
      XATTR(1),
      /** The open state of a session, labeled by the session. */
      HOLD(2);

      private static final Codec<Kind> CODEC = codeOf(Kind.class, kind -> kind.code);

      private final int code;

      Kind(int code) {
        this.code = code;
      }
    }
  }
}
