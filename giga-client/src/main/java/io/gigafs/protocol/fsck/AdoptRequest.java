package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.ATTRIBUTES;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.NAME;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;

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
}
