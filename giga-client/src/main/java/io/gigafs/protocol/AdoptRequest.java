package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

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
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.ADOPT;
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
