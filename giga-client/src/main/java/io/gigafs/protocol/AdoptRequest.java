package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Gives something that was lost an entry in a directory. Repeating it changes nothing.
 *
 * @param attributes as the entry is to be
 * @param entryAttachments what hangs on it
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
