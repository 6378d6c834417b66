package io.gigafs.protocol;

import java.util.List;

/**
 * What hangs on an entry, as it is stored.
 *
 * @param marks the entry's, that say what there is
 * @param inline the bytes that a file keeps beside its entry, none for none
 * @param xattrs extended attributes; access control lists as the store has them
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record EntryAttachments(int marks, byte[] inline, List<Xattr> xattrs) {
  public static final EntryAttachments NONE = new EntryAttachments(0, new byte[0], List.of());

  void write(WireWriter out) {
    out.varint(marks).bytes(inline);
    Xattr.writeAll(xattrs, out);
  }

  static EntryAttachments read(WireReader in) {
    return new EntryAttachments(in.marks(), in.bytes(), Xattr.readAll(in));
  }
}
