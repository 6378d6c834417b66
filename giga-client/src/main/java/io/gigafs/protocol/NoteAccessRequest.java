package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/**
 * Has an access to a file noted that was made while somebody held its name. If the name is of
 * another file by now, nothing is noted.
 *
 * @param accessedNanos when it was, ns since the epoch
 */
public record NoteAccessRequest(
    InodeId directory, PartitionIndex partition, Name name, InodeId file, long accessedNanos)
    implements PartitionRequest<Empty> {
  @Override
  public Opcode<Empty> opcode() {
    return Opcode.NOTE_ACCESS;
  }

  /** The same to another partition. */
  public NoteAccessRequest at(PartitionIndex other) {
    return new NoteAccessRequest(directory, other, name, file, accessedNanos);
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).name(name).inode(file).int64(accessedNanos);
  }

  static NoteAccessRequest read(WireReader in) {
    return new NoteAccessRequest(in.inode(), in.partition(), in.name(), in.inode(), in.int64());
  }
}
