package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.MARKS;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Codec;
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
  static final Codec<EntryAttachments> CODEC =
      Codec.of(EntryAttachments.class, MARKS, BYTES, listOf(Xattr.CODEC));

  public static final EntryAttachments NONE = new EntryAttachments(0, new byte[0], List.of());
}
