package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          98,
          "ADOPT",
          Codec.of(AdoptRequest.class, AdoptRequest::write, AdoptRequest::read),
          Empty.CODEC);

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name).attributes(attributes);
    entryAttachments.write(out);
  }

  static AdoptRequest read(WireReader in) {
    return new AdoptRequest(
        in.inode(), in.partition(), in.name(), in.attributes(), EntryAttachments.read(in));
  }
}
