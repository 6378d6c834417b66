package io.gigafs.protocol.fsck;

import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.Xattr;
import java.util.List;

/**
 * The data that a server stores with an entry, in its stored form.
 *
 * @param marks the entry's marks, which state what is stored
 * @param inline the file's inline data, empty for none
 * @param xattrs extended attributes; access control lists in their stored form
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
