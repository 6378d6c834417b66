package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.MARKS;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.Xattr;
import java.util.List;

/**
 * Creates a directory entry for an orphaned inode. Idempotent.
 *
 * @param attributes the attributes of the new entry
 * @param entryAttachments the inline data and extended attributes of the entry
 */
public record AdoptRequest(
    InodeId directory,
    PartitionIndex partition,
    Name name,
    FileAttributes attributes,
    EntryAttachments entryAttachments)
    implements PartitionRequest<Empty> {
  static final Codec<AdoptRequest> CODEC =
      Codec.of(AdoptRequest.class, HEAD, NAME, ATTRIBUTES, EntryAttachments.CODEC);

  public static final Opcode<Empty> OPCODE = Opcode.of(98, "ADOPT", CODEC, Empty.CODEC);

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
}
